/** Where the voucher of a merchant is spent; decides how its redemption is explained. */
export type Channel = "store" | "online" | "both" | "app" | "phone";

/** One invented merchant. Any likeness to a real one is a coincidence. */
export type Merchant = {
  name: string;
  /** What it is, more finely than a brand's subcategory; brands lay several shelves together. */
  shelf: string;
  channel: Channel;
  /** Amounts in rupees: `500` is fixed, `500-10000` is a range; several are separated by spaces. */
  amounts: string;
  /** One or two sentences; HTML. */
  pitch: string;
};
