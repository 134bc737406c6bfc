import { denominationProblem } from "../domain/denominations.ts";
import type { FileProblem } from "../domain/files/catalogue-file.ts";
import type { StockRow } from "../domain/files/stock-file.ts";
import { listProductRows } from "../repositories/catalogue-rows.ts";
import { findKnownCards } from "../repositories/stock/counts.ts";
import { insertVouchers } from "../repositories/vouchers.ts";
import type { Shop } from "../shop.ts";

export type AddedStock = { added: number; skipped: number };

/**
 * Adds sealed vouchers to the stock, all or none. A card number that the shop has had before is a problem of its line;
 * `skipKnown` skips it instead.
 */
export async function addStock(
  shop: Shop,
  rows: StockRow[],
  options: { skipKnown: boolean },
): Promise<AddedStock | { problems: FileProblem[] }> {
  const result = await addInside(shop, rows, options);
  if (!("problems" in result)) await shop.db.announceCatalogue();
  return result;
}

const addInside = (shop: Shop, rows: StockRow[], { skipKnown }: { skipKnown: boolean }) =>
  shop.db.transaction(async (tx): Promise<AddedStock | { problems: FileProblem[] }> => {
    const products = new Map((await listProductRows(tx)).map((product) => [product.sku, product]));
    const known = await findKnownCards(
      tx,
      shop,
      rows.map(({ cardNumber }) => cardNumber),
    );
    const problems = rows.flatMap(({ line, sku, faceValue, cardNumber }): FileProblem[] => {
      const product = products.get(sku);
      const reason =
        product === undefined
          ? `there is no product "${sku}"`
          : faceValue !== null && denominationProblem(faceValue, product.denominations) !== undefined
            ? `product ${sku} is not sold for that denomination`
            : known.has(cardNumber) && !skipKnown
              ? "the card number has been in stock before"
              : undefined;
      return reason === undefined ? [] : [{ place: `line ${line}`, reason }];
    });
    if (problems.length > 0) return { problems };

    const fresh = Map.groupBy(
      rows.filter(({ cardNumber }) => !known.has(cardNumber)),
      ({ sku }) => products.get(sku)!.id,
    );
    let added = 0;
    for (const [productId, vouchers] of fresh) added += await insertVouchers(tx, shop, productId, vouchers);
    return { added, skipped: rows.length - added };
  });
