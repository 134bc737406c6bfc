import { sql } from "kysely";

import type { Clock } from "../clock.ts";
import type { Reader, Writer } from "../db/database.ts";
import { forUpdate } from "../db/locks.ts";
import { creditExpiry } from "../domain/coins.ts";
import { codeHashes, seal } from "../domain/encryption.ts";
import type { KeyedTenant } from "../domain/keys.ts";
import { randomId } from "../domain/tokens.ts";
import { addCoinEntry } from "./coins.ts";

type CouponShop = KeyedTenant & { clock: Clock };

const HOUR_MS = 60 * 60 * 1000;

type NewCoupon = {
  code: string;
  amount: number;
  userId: string | null;
  validDays: number | null;
  /** ms; absent: it can be redeemed for ever. */
  redeemBy?: number;
};

/** Stores a coupon of `amount` hundredths; its canonical `code` is kept hashed and sealed only. Returns its id. */
export async function insertCoupon(tx: Writer, shop: CouponShop, coupon: NewCoupon) {
  const { code, amount, userId, validDays, redeemBy } = coupon;
  const id = randomId();
  await tx
    .insertInto("coupons")
    .values({
      id,
      code_hash: codeHashes(shop.keys, "coupon", code)[0],
      code_sealed: seal(shop.keys, "coupon", code, { tenantId: shop.tenant.id, id }),
      amount,
      user_id: userId,
      valid_days: validDays,
      redeem_by: redeemBy ?? null,
      redeemed_by: null,
      redeemed_at: null,
      created_at: shop.clock.now(),
    })
    .execute();
  return id;
}

/** The coupon that `userId` could redeem now with this canonical code; undefined for an unknown, used, ended or foreign one. */
export async function findRedeemableCoupon(db: Reader, shop: CouponShop, code: string, userId: string) {
  const coupon = await db
    .selectFrom("coupons")
    .selectAll()
    .where("code_hash", "in", codeHashes(shop.keys, "coupon", code))
    .where("redeemed_by", "is", null)
    .where((where) => where.or([where("redeem_by", "is", null), where("redeem_by", ">", shop.clock.now())]))
    .executeTakeFirst();
  return coupon && (coupon.user_id ?? userId) === userId ? coupon : undefined;
}

/** Redeems the coupon and credits its coins (hundredths), once, even if others try at the same time. */
export async function redeemCoupon(tx: Writer, shop: CouponShop, code: string, userId: string) {
  const coupon = await findRedeemableCoupon(tx, shop, code, userId);
  if (coupon === undefined) return undefined;
  const now = shop.clock.now();
  const { numUpdatedRows } = await tx
    .updateTable("coupons")
    .set({ redeemed_by: userId, redeemed_at: now })
    .where("id", "=", coupon.id)
    .where("redeemed_by", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  await addCoinEntry(tx, {
    userId,
    kind: "coupon",
    amount: coupon.amount,
    couponId: coupon.id,
    expiresAt: creditExpiry(now, coupon.valid_days),
    now,
  });
  const { coins } = await tx.selectFrom("users").select("coins").where("id", "=", userId).executeTakeFirstOrThrow();
  return { added: coupon.amount, previousBalance: coins - coupon.amount };
}

/**
 * Counts one try of a code in the shopper's hour, in one step with the check; false when the hour's `limit` is used up.
 * A good code gives its try back (`forgiveCouponTry`), so only wrong ones count.
 */
export async function countCouponTry(
  tx: Writer,
  userId: string,
  { limit, now }: { limit: number; now: number },
): Promise<boolean> {
  await tx
    .insertInto("coupon_tries")
    .values({ user_id: userId, window_start: now, tries: 0 })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  const row = await tx
    .selectFrom("coupon_tries")
    .selectAll()
    .where("user_id", "=", userId)
    .$call(forUpdate(tx))
    .executeTakeFirstOrThrow();
  const isOver = row.window_start <= now - HOUR_MS;
  const tries = isOver ? 0 : row.tries;
  if (tries >= limit) return false;
  await tx
    .updateTable("coupon_tries")
    .set({ tries: tries + 1, window_start: isOver ? now : row.window_start })
    .where("user_id", "=", userId)
    .execute();
  return true;
}

export const forgiveCouponTry = (tx: Writer, userId: string) =>
  tx
    .updateTable("coupon_tries")
    .set({ tries: sql<number>`tries - 1` })
    .where("user_id", "=", userId)
    .where("tries", ">", 0)
    .execute();
