// The figures of Today in the console, and of the morning mail.

/** Attempts to pay, and how many of them were paid. */
export type Attempts = { tried: number; paid: number };

/** Attempts of an hour of which too few were paid. `usual`: null if the brand has too few attempts to learn from. */
export type LowPayments = { recent: Attempts; usual: Attempts | null };

/** Work that waits for somebody: each number is the length of the list of orders with this filter. Times in ms. */
export type Waiting = {
  /** Counts each order once. */
  orders: number;
  held: number;
  undelivered: number;
  paid_late: number;
  refunds: number;
  /** Orders placed since `partly_since`. */
  partly: number;
  partly_since: number;
  supply: number;
  /** Disputes that wait for an answer, and the first deadline. */
  disputes: number;
  respond_by: number | null;
  mail: number;
  /** Since when the oldest of them waits. */
  mail_since: number | null;
  /** Requests that wait for a second member. */
  second: { money: number; coins: number; coupons: number };
};

/** Of one day: orders, cash in paise, coins in hundredths. */
export type DaySales = { orders: number; amount: number; coins: number };

/** The content of a morning mail. Times in ms. */
export type MorningFacts = {
  /** The number of the day that has ended (domain/days.ts). */
  day: number;
  /** Null for a reader who may not read the money. */
  sales: { yesterday: DaySales; weekBefore: DaySales } | null;
  waiting: Waiting;
  stock: { low: number; products: { name: string; stock: number }[] };
  lowPayments: LowPayments | null;
  backupAt: number | null;
};
