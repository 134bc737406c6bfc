import { type ExpressionBuilder, sql } from "kysely";

import type { Clock } from "../../base/clock.ts";
import { compileQuery, type Param } from "../../db/compiled-query.ts";
import type { Reader, Writer } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import { couponCodes, creditExpiry } from "../../domain/coins.ts";
import { codeHashes, seal } from "../../domain/encryption.ts";
import type { KeyedTenant } from "../../domain/keys.ts";
import { randomId } from "../../domain/tokens.ts";
import { addCoinEntry } from "./coins.ts";

type CouponShop = KeyedTenant & { clock: Clock };

const HOUR_MS = 60 * 60 * 1000;

type NewCoupon = {
  code: string;
  amount: number;
  userId: string | null;
  validDays: number | null;
  /** In ms; absent for a coupon without an end date. */
  redeemBy?: number;
  /** The id of a batch that was made in the console. */
  batchId?: string;
};

/** Stores a coupon of `amount` hundredths and returns its id. The code is stored only hashed and encrypted. */
export async function insertCoupon(tx: Writer, shop: CouponShop, coupon: NewCoupon) {
  const { code, amount, userId, validDays, redeemBy, batchId = null } = coupon;
  const id = randomId();
  await tx
    .insertInto("coupons")
    .values({
      id,
      code_hash: couponHash(shop, code),
      code_sealed: seal(shop.keys, "coupon", code, { tenantId: shop.tenant.id, id }),
      amount,
      user_id: userId,
      valid_days: validDays,
      redeem_by: redeemBy ?? null,
      redeemed_by: null,
      redeemed_at: null,
      created_at: shop.clock.now(),
      batch_id: batchId,
    })
    .execute();
  return id;
}

/** The stored hash of a code, under the current key. */
export const couponHash = ({ keys }: Pick<CouponShop, "keys">, code: string) =>
  codeHashes(keys, "coupon", couponCodes(code)[0]!)[0];

/**
 * The coupon with one of these codes (couponCodes) that `userId` can redeem now; undefined if it is unknown, used, ended or another
 * shopper's.
 */
export async function findRedeemableCoupon(db: Reader, shop: CouponShop, codes: string[], userId: string) {
  const now = shop.clock.now();
  // The current key last: a rotation moves the coupon from an older key to it, maybe between two of these queries.
  for (const codeHash of codes.flatMap((code) => codeHashes(shop.keys, "coupon", code).reverse())) {
    const [coupon] = await selectUnused(db, { codeHash, now });
    if (coupon !== undefined) return (coupon.user_id ?? userId) === userId ? coupon : undefined;
  }
  return undefined;
}

/** The coins for which `userId` redeemed one of these codes, and the time; undefined if they did not. */
export function findOwnRedemption(db: Reader, shop: CouponShop, codes: string[], userId: string) {
  return db
    .selectFrom("coupons")
    .select(["amount", "redeemed_at"])
    .where(
      "code_hash",
      "in",
      codes.flatMap((code) => codeHashes(shop.keys, "coupon", code)),
    )
    .where("redeemed_by", "=", userId)
    .executeTakeFirst();
}

/** False for a coupon whose batch waits for a second member, or was refused: it gives nothing. */
export const isGivenOut = ({ not, exists, selectFrom }: ExpressionBuilder<Schema, "coupons">) =>
  not(
    exists(
      selectFrom("coupon_batches")
        .select("coupon_batches.id")
        .whereRef("coupon_batches.id", "=", "coupons.batch_id")
        .where("coupon_batches.state", "in", ["waiting", "refused"]),
    ),
  );

const selectUnused = compileQuery((db, param: Param<{ codeHash: string; now: number }>) =>
  db
    .selectFrom("coupons")
    .selectAll()
    .where("code_hash", "=", param("codeHash"))
    .where("redeemed_by", "is", null)
    .where((where) => where.or([where("redeem_by", "is", null), where("redeem_by", ">", param("now"))]))
    .where(isGivenOut),
);

type RedeemableCoupon = NonNullable<Awaited<ReturnType<typeof findRedeemableCoupon>>>;

/** Redeems the coupon and credits its coins (hundredths), once; undefined if somebody else was faster. */
export async function redeemCoupon(tx: Writer, shop: CouponShop, coupon: RedeemableCoupon, userId: string) {
  const now = shop.clock.now();
  const redeemed = await markRedeemed(tx, { id: coupon.id, userId, now });
  if (redeemed.length === 0) return undefined;
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

const markRedeemed = compileQuery((db, param: Param<{ id: string; userId: string; now: number }>) =>
  db
    .updateTable("coupons")
    .set({ redeemed_by: param("userId"), redeemed_at: param("now") })
    .where("id", "=", param("id"))
    .where("redeemed_by", "is", null)
    .where("withdrawn_at", "is", null)
    .where(isGivenOut)
    .returning("id"),
);

/**
 * Counts one try of a code in the shopper's hour, atomically with the check; false when the hour's `limit` is used up.
 * A valid code returns its try (`forgiveCouponTry`), so only wrong ones count.
 */
export async function countCouponTry(
  tx: Writer,
  userId: string,
  { limit, now }: { limit: number; now: number },
): Promise<boolean> {
  const [row] = await upsertTry(tx, { userId, limit, now, over: now - HOUR_MS });
  return row!.tries <= limit;
}

/** The count never goes further than one beyond the limit. */
const upsertTry = compileQuery((db, param: Param<{ userId: string; limit: number; now: number; over: number }>) =>
  db
    .insertInto("coupon_tries")
    .values({ user_id: param("userId"), window_start: param("now"), tries: 1 })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet((row) => ({
        window_start: row
          .case()
          .when("coupon_tries.window_start", "<=", param("over"))
          .then(row.ref("excluded.window_start"))
          .else(row.ref("coupon_tries.window_start"))
          .end(),
        tries: row
          .case()
          .when("coupon_tries.window_start", "<=", param("over"))
          .then(1)
          .when("coupon_tries.tries", "<=", param("limit"))
          .then(row("coupon_tries.tries", "+", 1))
          .else(row.ref("coupon_tries.tries"))
          .end(),
      })),
    )
    .returning("tries"),
);

export const forgiveCouponTry = (tx: Writer, userId: string) => takeBackTry(tx, { userId });

const takeBackTry = compileQuery((db, param: Param<{ userId: string }>) =>
  db
    .updateTable("coupon_tries")
    .set({ tries: sql<number>`tries - 1` })
    .where("user_id", "=", param("userId"))
    .where("tries", ">", 0),
);
