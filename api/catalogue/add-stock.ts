import type { FileProblem } from "../domain/catalogue-file.ts";
import { denominationProblem } from "../domain/denominations.ts";
import type { StockRow } from "../domain/stock-file.ts";
import { listProductRows } from "../repositories/catalogue-rows.ts";
import { findKnownCards } from "../repositories/stock.ts";
import { insertVouchers } from "../repositories/vouchers.ts";
import type { Shop } from "../shop.ts";

export type AddedStock = { added: number; skipped: number };

/**
 * Puts vouchers into stock, sealed, all of them or none. A card number that the shop has had before is refused by its
 * line, or left out with `skipKnown`.
 */
export const addStock = (
  shop: Shop,
  rows: StockRow[],
  { skipKnown }: { skipKnown: boolean },
): Promise<AddedStock | { problems: FileProblem[] }> =>
  shop.db.transaction(async (tx) => {
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
