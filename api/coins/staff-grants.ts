import { ApiError, notFound } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { lockUser } from "../repositories/accounts/users.ts";
import { type CoinGrant, decideGrant, findGrant, insertGrant } from "../repositories/coins/coin-grants.ts";
import { findShopper } from "../repositories/shoppers/records.ts";
import type { Shop } from "../shop/shop.ts";
import { lockAlone, mayGoAlone } from "./coins-alone.ts";
import { creditGrant } from "./grant-coins.ts";
import { debitTaking } from "./take-coins.ts";

/** `amount` in hundredths: below zero, coins are taken back. */
type Change = { userId: string; amount: number; reason: string };
/** `id` is the form's, so that a form that is sent twice counts once. `by` is a member's e-mail. */
type Asked = Change & { id: string; by: string };

/**
 * Grants coins for a member of the staff or takes them back, or leaves the change waiting for a second member.
 * @param isAlone the result of `mayGoAlone`, which the audit has recorded. @returns the state of the change
 * @throws ApiError 409 for a shopper who cannot use coins, more coins than there are to take, a form that was sent before with
 * other values, and if the result of `mayGoAlone` has changed since
 */
export const changeCoins = (shop: Shop, asked: Asked, isAlone: boolean): Promise<CoinGrant["state"]> =>
  shop.db.transaction(async (tx) => {
    await lockAlone(tx);
    await lockFor(tx, asked);
    const { id, userId, amount, reason, by } = asked;
    const state = isAlone ? "done" : "waiting";
    const row = { id, user_id: userId, amount, reason, state, asked_by: by, asked_at: shop.clock.now() } as const;
    if (!(await insertGrant(tx, row))) return stateOfKnown((await findGrant(tx, id))!, asked);
    if ((await mayGoAlone(tx, shop, { amount, but: id })) !== isAlone)
      throw new ApiError(409, "Somebody else has given or taken coins at this moment. Send the form again.");
    if (isAlone) await apply(tx, shop, asked);
    return state;
  });

/** @throws ApiError 409 */
function stateOfKnown(known: CoinGrant, { userId, amount }: Asked) {
  if (known.user_id === userId && known.amount === amount) return known.state;
  throw new ApiError(409, "This form was sent before with other values. Load the page again.");
}

/**
 * Makes a change that waits, or refuses it. @param by the e-mail of the second member
 * @throws ApiError 403 for the member who asked, 404 for an unknown change, 409 for one that is decided or cannot be made
 */
export const decideWaitingGrant = (shop: Shop, id: string, { isApproved, by }: { isApproved: boolean; by: string }) =>
  shop.db.transaction(async (tx) => {
    const grant = await findGrant(tx, id);
    if (grant === undefined) throw notFound();
    if (isApproved && grant.asked_by === by)
      throw new ApiError(403, "You asked for this yourself. Another member has to approve it.");
    const change = { userId: grant.user_id, amount: grant.amount, reason: grant.reason };
    if (isApproved) await lockFor(tx, change);
    const decision = { state: isApproved ? "done" : "refused", by, now: shop.clock.now() } as const;
    if (!(await decideGrant(tx, id, decision))) throw new ApiError(409, "Somebody has decided about this before.");
    if (isApproved) await apply(tx, shop, change);
  });

async function apply(tx: Writer, shop: Shop, { userId, amount, reason }: Change) {
  if (amount > 0) return creditGrant(tx, shop, { userId, amount, reason });
  if (await debitTaking(tx, shop, { userId, amount: -amount, reason })) return true;
  const text = "The shopper does not have so many coins. Nothing was taken.";
  throw new ApiError(409, text, { amount: text });
}

/** Locks the shopper first, like every change of a balance. Coins can be taken from a disabled account, too. */
async function lockFor(tx: Writer, { userId, amount }: Change) {
  await lockUser(tx, userId);
  const { disabled_at, erased_at } = (await findShopper(tx, userId))!;
  if (amount > 0 && (disabled_at !== null || erased_at !== null))
    throw new ApiError(409, "The account is disabled, so its shopper could not use the coins.");
}
