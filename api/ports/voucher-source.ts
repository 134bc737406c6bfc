/** One order line that waits for its vouchers. Face value in paise, validity in days from the day of issue. */
export type VoucherLine = {
  orderItemId: string;
  productId: number;
  faceValue: number;
  quantity: number;
  validityDays: number;
};

/** How many of the line's vouchers are stored by now, and how many the source may still bring. */
export type Supplied = { issued: number; waiting: number };

/** Where vouchers come from: the shop's own stock, or an issuer's API. */
export type VoucherSource = {
  /**
   * Stores the line's vouchers and says how many there are. Asked again after a crash or while some are `waiting`, it
   * never issues more than `quantity` for the same order item. Units neither issued nor waiting cannot be served.
   */
  supply(line: VoucherLine): Promise<Supplied>;
};
