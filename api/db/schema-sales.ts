/** Sums for the console. The tables can be emptied, because the sums are computed again. */
export type SalesTables = { day_sums: DaySums };

type DaySums = {
  /** Its number (domain/days.ts). */
  day: number;
  /** The sums of api/sales/day-sums.ts, as JSON. */
  sums: string;
};
