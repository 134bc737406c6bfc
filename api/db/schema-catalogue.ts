/** The tables for work on the catalogue in the console. */
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

/** One row: the state of the stock watch. */
type StockWatch = {
  id: number;
  /** The time up to which the worker has checked sales and expiries. */
  looked_until: number;
  /** The end that cards had to outlast at that time to be sold (ms); null until the first check by a version with this rule. */
  looked_least_end: number | null;
  /** Products with fewer free cards are low, unless they have their own limit. */
  alert_below: number;
  /** The addresses that get a mail about each low product, as a JSON list. */
  addresses: string;
};
