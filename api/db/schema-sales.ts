export type SalesTables = { day_sums: DaySums; mornings: Mornings };

/** The days whose morning mail was queued. */
type Mornings = { day: number; queued_at: number };

/** Sums for the console. The table can be emptied, because the sums are computed again. */
type DaySums = {
  /** Its number (domain/days.ts). */
  day: number;
  /** The sums of api/sales/day-sums.ts, as JSON. */
  sums: string;
};
