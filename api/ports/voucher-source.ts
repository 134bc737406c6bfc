/** One order line without its vouchers. Face value in paise, validity in days from the day of issue. */
export type VoucherLine = {
  orderItemId: string;
  productId: number;
  faceValue: number;
  quantity: number;
  validityDays: number;
};

/** How many of the line's vouchers are stored, and how many may still come. */
export type Supplied = { issued: number; waiting: number };

/** Where the vouchers of order lines come from: the shop's own stock, then its suppliers. */
export type VoucherSource = {
  /**
   * Stores the line's vouchers and returns their number. When called again after a crash or while some are `waiting`,
   * it never issues more than `quantity` for the same order item. Units that are neither issued nor waiting cannot be
   * served.
   */
  supply(line: VoucherLine): Promise<Supplied>;
};
