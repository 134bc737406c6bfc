import type { Reader, Writer } from "../db/database.ts";
import { denominationProblem } from "../domain/denominations.ts";
import type { FileProblem } from "../domain/files/catalogue-file.ts";
import type { StockRow } from "../domain/files/stock-row.ts";
import { findProductsToStock } from "../repositories/catalogue-rows.ts";
import { findKnownCards } from "../repositories/stock/counts.ts";
import { insertVouchers } from "../repositories/vouchers.ts";
import type { Shop } from "../shop.ts";

export type AddedStock = { added: number; skipped: number };
type Options = { skipKnown: boolean };

/**
 * Adds sealed vouchers to the stock, all or none. A card number that the shop has had before is a problem of its line;
 * `skipKnown` skips it instead.
 */
export async function addStock(
  shop: Shop,
  rows: StockRow[],
  options: Options,
): Promise<AddedStock | { problems: FileProblem[] }> {
  const result = await shop.db.transaction(async (tx) => {
    const { fresh, skipped, refused } = await sortStock(tx, shop, rows, options);
    if (refused.length > 0)
      return { problems: refused.map(({ row: { line }, reason }) => ({ place: `line ${line}`, reason })) };
    return { added: await insertStock(tx, shop, fresh), skipped };
  });
  if (!("problems" in result)) await shop.db.announceCatalogue();
  return result;
}

type Fresh = { row: StockRow; productId: number };
export type SortedStock = { fresh: Fresh[]; skipped: number; refused: { row: StockRow; reason: string }[] };

/** Sorts rows into those that can be added, those that are skipped as known, and those that the shop cannot take. */
export async function sortStock(db: Reader, shop: Shop, rows: StockRow[], options: Options): Promise<SortedStock> {
  const products = await findProductsToStock(
    db,
    rows.map(({ sku }) => sku),
  );
  const known = await findKnownCards(
    db,
    shop,
    rows.map(({ cardNumber }) => cardNumber),
  );
  const sorted: SortedStock = { fresh: [], skipped: 0, refused: [] };
  for (const row of rows) {
    const { sku, faceValue, cardNumber } = row;
    const product = products.get(sku);
    const refuse = (reason: string) => void sorted.refused.push({ row, reason });
    if (product === undefined) refuse(`there is no product "${sku}"`);
    else if (faceValue !== null && denominationProblem(faceValue, product.denominations) !== undefined)
      refuse(`product ${sku} is not sold for that denomination`);
    else if (known.has(cardNumber) && !options.skipKnown) refuse("the card number has been in stock before");
    else if (known.has(cardNumber)) sorted.skipped++;
    else sorted.fresh.push({ row, productId: product.id });
    known.add(cardNumber);
  }
  return sorted;
}

/** Adds rows to the stock, for a job or for nobody. @returns how many */
export async function insertStock(tx: Writer, shop: Shop, fresh: Fresh[], jobId?: string): Promise<number> {
  let added = 0;
  for (const [productId, group] of Map.groupBy(fresh, (one) => one.productId))
    added += await insertVouchers(
      tx,
      shop,
      productId,
      group.map(({ row }) => row),
      jobId,
    );
  return added;
}
