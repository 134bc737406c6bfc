import type { FileProblem } from "../domain/files/catalogue-file.ts";
import type { StockRow } from "../domain/files/stock-row.ts";
import type { Shop } from "../shop.ts";
import { sortStock, type StockOptions } from "./add-stock.ts";

/** The number of cards of a product and an amount (paise, null for an open value). */
export type CardGroup = { sku: string; faceValue: number | null; cards: number };

/** Counts cards by their product and amount. */
export const groupCards = (rows: StockRow[]): CardGroup[] =>
  [...Map.groupBy(rows, ({ sku, faceValue }) => `${sku} ${faceValue}`).values()].map((group) => {
    const { sku, faceValue } = group[0]!;
    return { sku, faceValue, cards: group.length };
  });

/** The cards that `addStock` would add, and how many it would skip, or the problems that prevent it. */
export async function previewStock(
  shop: Shop,
  rows: StockRow[],
  options: StockOptions,
): Promise<{ groups: CardGroup[]; skipped: number } | { problems: FileProblem[] }> {
  const { fresh, skipped, refused } = await sortStock(shop.db.read, shop, rows, options);
  if (refused.length > 0)
    return { problems: refused.map(({ row: { line }, reason }) => ({ place: `line ${line}`, reason })) };
  return { groups: groupCards(fresh.map(({ row }) => row)), skipped };
}
