import type { Reader } from "../db/database.ts";
import { codeHashes } from "../domain/vouchers.ts";
import type { Shop } from "../shop.ts";

/** Parameters of one query: far below what either database takes. */
const BATCH = 500;

/** Those of the card numbers that this shop has had in stock before, sold or not. */
export async function findKnownCards(db: Reader, shop: Shop, cardNumbers: string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let start = 0; start < cardNumbers.length; start += BATCH) {
    const cardOf = new Map(
      cardNumbers
        .slice(start, start + BATCH)
        .flatMap((card) => codeHashes(shop.keys, "voucher-fingerprint", card).map((hash) => [hash, card] as const)),
    );
    const found = await db
      .selectFrom("vouchers")
      .select("fingerprint")
      .where("fingerprint", "in", [...cardOf.keys()])
      .execute();
    for (const { fingerprint } of found) known.add(cardOf.get(fingerprint)!);
  }
  return known;
}

/** Vouchers by product and face value (null: open): in stock, never issued but expired by `now` (ms), and issued. */
export const countVouchers = (db: Reader, now: number) =>
  db
    .selectFrom("vouchers")
    .select(({ fn }) => [
      "product_id",
      "face_value",
      fn
        .countAll<number>()
        .filterWhere((where) =>
          where.and([
            where("order_item_id", "is", null),
            where.or([where("expires_at", "is", null), where("expires_at", ">", now)]),
          ]),
        )
        .as("in_stock"),
      fn
        .countAll<number>()
        .filterWhere((where) => where.and([where("order_item_id", "is", null), where("expires_at", "<=", now)]))
        .as("expired"),
      fn.countAll<number>().filterWhere("order_item_id", "is not", null).as("issued"),
    ])
    .groupBy(["product_id", "face_value"])
    .execute();
