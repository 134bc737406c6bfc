import { sql } from "kysely";

import { t } from "../../../config/language/t.ts";
import type { Clock } from "../../base/clock.ts";
import type { Reader } from "../../db/database.ts";
import type { CoinEntryKind } from "../../domain/coins.ts";
import { unseal } from "../../domain/encryption.ts";
import type { KeyedTenant } from "../../domain/keys.ts";
import { isGivenOut } from "./coupons.ts";

/** The reason shown to the shopper. */
type CoinReason = "coupon" | "grant" | "order" | "refund" | "expiry" | "taken";

/** One line in a shopper's coin history. The amount is signed, in hundredths; `label` is the coupon code or order number. */
export type CoinRecord = {
  id: string;
  label: string;
  reason: CoinReason;
  amount: number;
  isSettled: boolean;
  createdAt: number;
  /** The time (ms) at which the rest of a credit lapses; null if nothing is left or it does not lapse. */
  expiresAt: number | null;
  /** The balance after the change, in hundredths; null for a coupon that is not redeemed. */
  balanceAfter: number | null;
};

/**
 * The shopper's coin history, newest first. It shows each order's coins once, and omits them if they were returned.
 * Balances count only the lines shown.
 */
export async function listCoinHistory(
  db: Reader,
  shop: KeyedTenant & { clock: Clock },
  userId: string,
): Promise<CoinRecord[]> {
  const entries = await selectEntries(db, userId);
  const waiting = await selectOffers(db, userId, shop.clock.now());

  const openCode = (id: string, sealed: string) =>
    unseal(shop.keys, "coupon", sealed, { tenantId: shop.tenant.id, id });
  // Coins that were returned and not taken again are omitted.
  const cameBack = new Set(entries.filter(({ kind }) => kind === "release").map(({ order_id }) => order_id));
  let hidden = 0; // sum of the omitted entries older than the current line: all omitted entries add up to zero
  const records = entries.flatMap((entry) => {
    if (entry.kind === "release" || (entry.kind === "hold" && cameBack.has(entry.order_id))) {
      hidden -= entry.amount;
      return [];
    }
    return {
      id: entry.id,
      label: entry.coupon_id
        ? openCode(entry.coupon_id, entry.code_sealed!)
        : (entry.order_number ?? (entry.kind === "taken" ? t("api.coinsTaken") : t("api.bonusCoins"))),
      reason: reasonOf(entry.kind),
      amount: entry.amount,
      isSettled: entry.hold !== "held",
      createdAt: entry.created_at,
      expiresAt: entry.expires_at,
      balanceAfter: entry.sum - hidden,
    };
  });
  const offers = waiting.map(({ id, code_sealed, amount, created_at }) => ({
    id,
    label: openCode(id, code_sealed),
    reason: "coupon" as const,
    amount,
    isSettled: false,
    createdAt: created_at,
    expiresAt: null,
    balanceAfter: null,
  }));
  return [...records, ...offers].sort((a, b) => b.createdAt - a.createdAt);
}

const selectEntries = (db: Reader, userId: string) =>
  db
    .selectFrom("coin_entries as entry")
    .leftJoin("coin_lots as lot", (join) => join.onRef("lot.id", "=", "entry.id").on("lot.remaining", ">", 0))
    // Lapsed coins take the label of their credit.
    .leftJoin("coin_lot_moves as lapse", (join) =>
      join.onRef("lapse.entry_id", "=", "entry.id").on("entry.kind", "=", "expiry"),
    )
    .leftJoin("coin_entries as credit", "credit.id", "lapse.lot_id")
    .leftJoin("coupons", (join) =>
      join.on((where) =>
        where.or([
          where("coupons.id", "=", where.ref("entry.coupon_id")),
          where("coupons.id", "=", where.ref("credit.coupon_id")),
        ]),
      ),
    )
    .leftJoin("orders", "orders.id", "entry.order_id")
    .leftJoin("coin_holds", "coin_holds.order_id", "entry.order_id")
    .select([
      "entry.id",
      "entry.kind",
      "entry.amount",
      "entry.created_at",
      "entry.order_id",
      "lot.expires_at",
      "coupons.id as coupon_id",
      "coupons.code_sealed",
      "orders.order_number",
      "coin_holds.state as hold",
      sql<number>`cast(sum(entry.amount) over (order by entry.created_at, entry.id) as bigint)`.as("sum"),
    ])
    .where("entry.user_id", "=", userId)
    .orderBy("entry.created_at", "desc")
    .orderBy("entry.id", "desc")
    .limit(1000)
    .execute();

/** Selects the shopper's coupons that can still be redeemed. */
const selectOffers = (db: Reader, userId: string, now: number) =>
  db
    .selectFrom("coupons")
    .select(["id", "code_sealed", "amount", "created_at"])
    .where("user_id", "=", userId)
    .where("redeemed_by", "is", null)
    .where((where) => where.or([where("redeem_by", "is", null), where("redeem_by", ">", now)]))
    .where(isGivenOut)
    .execute();

function reasonOf(kind: CoinEntryKind): CoinReason {
  switch (kind) {
    case "hold":
    case "release":
    case "rehold":
      return "order";
    default:
      return kind;
  }
}
