/** Sums for the console. They can be emptied: the sums are made again. */
export type SalesTables = { day_sums: DaySums };

type DaySums = {
  /** Its number (domain/days.ts). */
  day: number;
  /** What api/sales/day-sums.ts adds up, as JSON. */
  sums: string;
};
