import { canonicalCode, creditExpiry, newCouponCode } from "./domain/coins.ts";
import { addCoinEntry } from "./repositories/coins.ts";
import { insertCoupon } from "./repositories/coupons.ts";
import { findPaymentOfOrder, findRefund, markRefundSent } from "./repositories/payments.ts";
import { listSessions, revokeSessionsOf } from "./repositories/sessions.ts";
import { setDisabled } from "./repositories/users.ts";
import { insertVouchers, type NewVoucher } from "./repositories/vouchers.ts";
import type { Shop } from "./shop.ts";

// What an operator does to a running shop: coupons, grants, stock, refunds. An order's life goes through the code of real
// use instead: placeOrder, decidePayment (sandbox), settlePayment, expireOrder, createWorker(shop).runOnce().

/**
 * Makes a coupon of `amount` hundredths of a coin; `code` in any spelling that canonicalCode takes, such as
 * newCouponCode(). Without `userId` whoever comes first may redeem it; with it only that shopper, whose coin history shows
 * it as pending. `doesExpire: false` for coins that never lapse.
 * @throws a unique violation when the code exists, an Error when it is not a code.
 */
export async function createCoupon(
  shop: Shop,
  { code, amount, userId, doesExpire = true }: { code: string; amount: number; userId?: string; doesExpire?: boolean },
) {
  const canonical = canonicalCode(code);
  if (canonical === undefined) throw new Error("a coupon code is 4 to 32 letters, digits or dashes");
  const validDays = doesExpire ? shop.tenant.coins.validDays : null;
  return shop.db.transaction((tx) =>
    insertCoupon(tx, shop, { code: canonical, amount, userId: userId ?? null, validDays }),
  );
}

/**
 * Makes `count` new coupons of `amount` hundredths of a coin each, all or none, and answers their codes: nobody can read
 * them again before they are redeemed. Without `userId` whoever comes first may redeem one, until `redeemBy` (ms).
 */
export async function issueCoupons(
  shop: Shop,
  { count, amount, userId, redeemBy }: { count: number; amount: number; userId?: string; redeemBy?: number },
): Promise<string[]> {
  const codes = Array.from({ length: count }, newCouponCode);
  const { validDays } = shop.tenant.coins;
  await shop.db.transaction(async (tx) => {
    for (const code of codes)
      await insertCoupon(tx, shop, { code, amount, userId: userId ?? null, validDays, redeemBy });
  });
  return codes;
}

/** Credits a shopper with `amount` hundredths of a coin, for a `reason` that the ledger keeps. `doesExpire: false` for coins that never lapse. */
export async function grantCoins(
  shop: Shop,
  {
    userId,
    amount,
    reason,
    doesExpire = true,
  }: { userId: string; amount: number; reason?: string; doesExpire?: boolean },
) {
  if (!(Number.isSafeInteger(amount) && amount > 0)) throw new Error("a grant is a whole number of hundredths above 0");
  const now = shop.clock.now();
  const expiresAt = creditExpiry(now, doesExpire ? shop.tenant.coins.validDays : null);
  return shop.db.transaction((tx) => addCoinEntry(tx, { userId, kind: "grant", amount, expiresAt, reason, now }));
}

/**
 * Puts vouchers of a product into stock, sealed, all or none, and raises the product's `quantity` by as many as were new:
 * create products with quantity 0 and let the stock count. A card number that was ever in stock is skipped.
 * @returns how many were new.
 */
export const addVoucherStock = (shop: Shop, productId: number, vouchers: NewVoucher[]): Promise<number> =>
  shop.db.transaction((tx) => insertVouchers(tx, shop, productId, vouchers));

/** Closes an account and ends its sessions, in one step; answers how many were open. Orders under way go on. */
export const disableShopper = (shop: Shop, userId: string): Promise<number> =>
  shop.db.transaction(async (tx) => {
    const now = shop.clock.now();
    await setDisabled(tx, userId, now);
    const open = await listSessions(tx, userId, now);
    await revokeSessionsOf(tx, userId, now);
    return open.length;
  });

export const enableShopper = (shop: Shop, userId: string) => shop.db.transaction((tx) => setDisabled(tx, userId, null));

/** Has the gateway send an order's refund. Sent once, however often it is asked; false when none is due. */
export async function sendRefund({ db, clock, payments }: Shop, orderId: string): Promise<boolean> {
  const refund = await findRefund(db.read, orderId);
  if (refund === undefined || refund.sent_at !== null) return false;
  const payment = await findPaymentOfOrder(db.read, orderId);
  if (payment !== undefined && refund.amount > 0) {
    await payments.refund({ paymentId: payment.id, refundId: orderId, amount: refund.amount });
  }
  await db.transaction((tx) => markRefundSent(tx, orderId, clock.now()));
  return true;
}
