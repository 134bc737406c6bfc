import { unseal } from "../domain/vouchers.ts";
import type { Reader } from "../db/database.ts";
import type { Shop } from "../shop.ts";

/** One line of a shopper's coin history. Amount signed, in hundredths; `label` is the code or order number. */
export type CoinRecord = { id: string; label: string; amount: number; isSettled: boolean; createdAt: number };

/** The shopper's coins as they see them, newest first: an order's coins once, and not at all when they came back. */
export async function listCoinHistory(db: Reader, shop: Shop, userId: string): Promise<CoinRecord[]> {
  const entries = await db
    .selectFrom("coin_entries as entry")
    .leftJoin("coupons", "coupons.id", "entry.coupon_id")
    .leftJoin("orders", "orders.id", "entry.order_id")
    .leftJoin("coin_holds", "coin_holds.order_id", "entry.order_id")
    .select([
      "entry.id",
      "entry.kind",
      "entry.amount",
      "entry.created_at",
      "entry.coupon_id",
      "entry.order_id",
      "coupons.code_sealed",
      "orders.order_number",
      "coin_holds.state as hold",
    ])
    .where("entry.user_id", "=", userId)
    .orderBy("entry.created_at", "desc")
    .orderBy("entry.id")
    .limit(1000)
    .execute();
  const waiting = await db
    .selectFrom("coupons")
    .select(["id", "code_sealed", "amount", "created_at"])
    .where("user_id", "=", userId)
    .where("redeemed_by", "is", null)
    .where((where) => where.or([where("redeem_by", "is", null), where("redeem_by", ">", shop.clock.now())]))
    .execute();

  const openCode = (id: string, sealed: string) =>
    unseal(shop.keys, "coupon", sealed, { tenantId: shop.tenant.id, id });
  // Coins that were given back and not taken again leave no trace but their order.
  const cameBack = new Set(entries.filter(({ kind }) => kind === "release").map(({ order_id }) => order_id));
  const records = entries
    .filter(({ kind, order_id }) => kind !== "release" && !(kind === "hold" && cameBack.has(order_id)))
    .map((entry) => ({
      id: entry.id,
      label: entry.coupon_id ? openCode(entry.coupon_id, entry.code_sealed!) : (entry.order_number ?? "Bonus coins"),
      amount: entry.amount,
      isSettled: entry.hold !== "held",
      createdAt: entry.created_at,
    }));
  const offers = waiting.map(({ id, code_sealed, amount, created_at }) => ({
    id,
    label: openCode(id, code_sealed),
    amount,
    isSettled: false,
    createdAt: created_at,
  }));
  return [...records, ...offers].sort((a, b) => b.createdAt - a.createdAt);
}
