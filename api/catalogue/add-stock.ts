import type { Reader, Writer } from "../db/database.ts";
import { denominationProblem } from "../domain/denominations.ts";
import type { FileProblem } from "../domain/files/catalogue-file.ts";
import type { StockRow } from "../domain/files/stock-row.ts";
import { createCardComparison, findByIdentity } from "../repositories/cards/card-identities.ts";
import { insertVouchers } from "../repositories/cards/vouchers.ts";
import { findOtherSpellings, findProductsToStock } from "../repositories/catalogue/catalogue-rows.ts";
import { findKnownCards } from "../repositories/stock/counts.ts";
import type { Shop } from "../shop/shop.ts";
import { noteImport, type Origin } from "./note-import.ts";

export type AddedStock = { added: number; skipped: number };
/** `acceptCase`: cards that differ only in the case of letters count as different cards. */
export type StockOptions = { skipKnown: boolean; acceptCase: boolean };

/**
 * Adds encrypted vouchers to the stock, all or none. A card number that the shop has had before is a problem of its line;
 * `skipKnown` skips it instead.
 * @param origin the member and the file of an import; with it, the list of imports gets an entry, which can be undone
 */
export async function addStock(
  shop: Shop,
  rows: StockRow[],
  options: StockOptions,
  origin?: Origin,
): Promise<AddedStock | { problems: FileProblem[] }> {
  const result = await shop.db.transaction(async (tx) => {
    const { fresh, skipped, refused } = await sortStock(tx, shop, rows, options);
    if (refused.length > 0)
      return { problems: refused.map(({ row: { line }, reason }) => ({ place: `line ${line}`, reason })) };
    const tallies = { added: fresh.length, known: skipped };
    const jobId = origin && (await noteImport(tx, { kind: "stock.import", origin, tallies, now: shop.clock.now() }));
    return { added: await insertStock(tx, shop, fresh, { jobId, isSecondTaken: options.acceptCase }), skipped };
  });
  if (!("problems" in result)) await shop.db.announceCatalogue();
  return result;
}

const HAD_BEFORE = "the card number has been in stock before";
const IS_TWICE = "the file has this card twice, written in two ways";
const DIFFERS_IN_CASE =
  "the card differs from another one only in the case of letters: accept it if its issuer tells upper and lower case apart";

type Fresh = { row: StockRow; productId: number };
export type SortedStock = { fresh: Fresh[]; skipped: number; refused: { row: StockRow; reason: string }[] };

/** Sorts rows into those that can be added, those that are skipped as known, and those that the shop refuses. */
export async function sortStock(
  db: Reader,
  shop: Shop,
  rows: StockRow[],
  { skipKnown, acceptCase }: StockOptions,
): Promise<SortedStock> {
  const products = await findProductsToStock(
    db,
    rows.map(({ sku }) => sku),
  );
  const missing = rows.map(({ sku }) => sku).filter((sku) => !products.has(sku));
  const spellings = await findOtherSpellings(db, [...new Set(missing)]);
  const numbers = rows.map(({ cardNumber }) => cardNumber);
  const exact = await findKnownCards(db, shop, numbers);
  const known = new Set(exact.keys());
  const compare = createCardComparison(shop, await findByIdentity(db, shop, numbers));
  /** The reason against a card that the shop or this file has already; undefined for a new card. */
  const findKnown = (cardNumber: string): string | undefined => {
    if (known.has(cardNumber)) return HAD_BEFORE;
    const { stored, before } = compare(cardNumber);
    if (stored === "same") return HAD_BEFORE;
    if (before === "same") return IS_TWICE;
    if (stored === "none" && before === "none") return undefined;
    return acceptCase ? undefined : DIFFERS_IN_CASE;
  };
  const sorted: SortedStock = { fresh: [], skipped: 0, refused: [] };
  for (const row of rows) {
    const { sku, faceValue, cardNumber } = row;
    const product = products.get(sku);
    const refuse = (reason: string) => void sorted.refused.push({ row, reason });
    if (product === undefined) refuse(describeUnknown(sku, spellings.get(sku)));
    else if (faceValue !== null && denominationProblem(faceValue, product.denominations) !== undefined)
      refuse(`product ${sku} is not sold for that denomination`);
    else {
      const reason = findKnown(cardNumber);
      if (reason === undefined) sorted.fresh.push({ row, productId: product.id });
      else if (skipKnown && reason === HAD_BEFORE) sorted.skipped++;
      else refuse(reason);
    }
    known.add(cardNumber);
  }
  return sorted;
}

const describeUnknown = (sku: string, other: string | undefined) =>
  other === undefined ? `there is no product "${sku}"` : `there is no product "${sku}"; there is "${other}"`;

/** Adds rows to the stock, with or without a job. @param options see insertVouchers. @returns how many */
export async function insertStock(
  tx: Writer,
  shop: Shop,
  fresh: Fresh[],
  options: Parameters<typeof insertVouchers>[4],
): Promise<number> {
  let added = 0;
  for (const [productId, group] of Map.groupBy(fresh, (one) => one.productId))
    added += await insertVouchers(
      tx,
      shop,
      productId,
      group.map(({ row }) => row),
      options,
    );
  return added;
}
