/** The tables of the console's work on the catalogue. */
export type CatalogueTables = { pictures: Pictures; stock_watch: StockWatch };

/** Pictures of products that the staff has uploaded. */
type Pictures = {
  /** SHA-256 of the picture, hex. Its URL is /media/pictures/HASH.webp. */
  hash: string;
  /** Its media type. */
  type: string;
  /** The picture (decisions/0042-pictures-in-the-database.md). */
  base64: string;
  created_at: number;
};

/** One row: how the worker watches the stock. */
type StockWatch = {
  id: number;
  /** The worker has looked at what was sold and has expired until then. */
  looked_until: number;
  /** The end that cards had to outlast then to be sold (ms); null until a version that sells by it has looked. */
  looked_least_end: number | null;
  /** Products with fewer free cards are low, unless they say otherwise. */
  alert_below: number;
  /** The addresses that get a mail about each low product, as a JSON list. */
  addresses: string;
};
