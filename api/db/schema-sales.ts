/** The tables of sums for the console. They can be emptied: the sums are made again. */
export type SalesTables = {
  sales: Sales;
  /** One row: up to when `sales` is complete (ms); none before the first sum. */
  sales_progress: { id: number; until: number };
};

/** Half an hour with sales, because days in India begin at half past a UTC hour. */
type Sales = {
  begins_at: number;
  /** Paid orders, by the time of their receipts. */
  orders: number;
  /** Their cash in paise and coins in hundredths. */
  amount: number;
  coins: number;
};
