import { indianDay } from "../domain/days.ts";
import type { FileProblem } from "../domain/files/catalogue-file.ts";
import type { StockRow } from "../domain/files/stock-row.ts";
import type { Shop } from "../shop/shop.ts";
import { sortStock, type StockOptions } from "./add-stock.ts";
import { flagAmount } from "./describe-differences.ts";

/** A last day that is probably a mistake: the day of the check, or one after `LAST_YEAR`. */
export type OddDay = "today" | "late";

const LAST_YEAR = 2100;

function oddDayOf({ expiresAt }: StockRow, now: number): OddDay | null {
  if (expiresAt === null) return null;
  const day = indianDay(expiresAt);
  if (day === indianDay(now)) return "today";
  return Number(day.split("-")[0]) > LAST_YEAR ? "late" : null;
}

/**
 * The number of cards of a product and an amount (paise, null for an open value); cards with an odd day are in a separate group.
 */
export type CardGroup = { sku: string; faceValue: number | null; oddDay: OddDay | null; cards: number };

/** Counts cards by their product and amount. @param now in ms */
export function groupCards(rows: StockRow[], now: number): CardGroup[] {
  const cards = rows.map((row) => ({ ...row, oddDay: oddDayOf(row, now) }));
  const groups = Map.groupBy(cards, ({ sku, faceValue, oddDay }) => `${sku} ${faceValue} ${oddDay}`);
  return [...groups.values()].map((group) => {
    const { sku, faceValue, oddDay } = group[0]!;
    return { sku, faceValue, oddDay, cards: group.length };
  });
}

/** The reasons to have a person look at cards. */
export const flagCards = ({ faceValue, oddDay }: Pick<CardGroup, "faceValue" | "oddDay">): string[] => [
  ...flagAmount(faceValue),
  ...(oddDay === "today" ? ["last day is today"] : []),
  ...(oddDay === "late" ? [`last day is after ${LAST_YEAR}`] : []),
];

/** The cards that `addStock` would add, and how many it would skip, or the problems that prevent it. */
export async function previewStock(
  shop: Shop,
  rows: StockRow[],
  options: StockOptions,
): Promise<{ groups: CardGroup[]; skipped: number } | { problems: FileProblem[] }> {
  const { fresh, skipped, refused } = await sortStock(shop.db.read, shop, rows, options);
  if (refused.length > 0)
    return { problems: refused.map(({ row: { line }, reason }) => ({ place: `line ${line}`, reason })) };
  return {
    groups: groupCards(
      fresh.map(({ row }) => row),
      shop.clock.now(),
    ),
    skipped,
  };
}
