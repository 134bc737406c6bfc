/** The places at which a merchant's voucher can be used. They determine the text about redeeming it. */
export type Channel = "store" | "online" | "both" | "app" | "phone";

/** One invented merchant. Any likeness to a real one is a coincidence. */
export type Merchant = {
  name: string;
  /** The merchant's line of business, finer than a subcategory; a brand's subcategory holds several shelves. */
  shelf: string;
  channel: Channel;
  /** Amounts in rupees, separated by spaces: `500` is fixed, `500-10000` is a range. */
  amounts: string;
  /** One or two sentences; HTML. */
  pitch: string;
};
