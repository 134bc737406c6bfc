/** One order line without its vouchers. Face value in paise, validity in days from the day of issue. */
export type VoucherLine = {
  orderItemId: string;
  productId: number;
  faceValue: number;
  quantity: number;
  validityDays: number;
};

/** The number of stored vouchers for the line, and of those that may still come. */
export type Supplied = { issued: number; waiting: number };

/** The source of the vouchers of order lines: the shop's own stock, then its suppliers. */
export type VoucherSource = {
  /**
   * Stores the line's vouchers and returns their number. When called again after a crash or while some are `waiting`,
   * it never issues more than `quantity` for the same order item. Units that are neither issued nor waiting cannot be
   * served.
   */
  supply(line: VoucherLine): Promise<Supplied>;
};
