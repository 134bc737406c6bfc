import type { Writer } from "../db/database.ts";
import { MAX_GRANT_ALONE } from "../domain/coins.ts";
import { ApiError, notFound } from "../error.ts";
import { type CoinGrant, decideGrant, findGrant, insertGrant } from "../repositories/shoppers/coin-grants.ts";
import { findShopper } from "../repositories/shoppers/records.ts";
import { lockUser } from "../repositories/users.ts";
import type { Shop } from "../shop.ts";
import { creditGrant } from "./grant-coins.ts";
import { debitTaking } from "./take-coins.ts";

/** `id` is the form's, so that a form that is sent twice counts once. `amount` in hundredths, `by` a member's e-mail. */
type Asked = { id: string; userId: string; amount: number; reason: string; by: string };

/**
 * Grants coins for a member of the staff. Above MAX_GRANT_ALONE the grant waits for a second member. @returns its state
 * @throws ApiError 409 for a shopper who cannot use coins, and for a form that was sent before with other values
 */
export const giveCoins = (shop: Shop, asked: Asked): Promise<CoinGrant["state"]> =>
  shop.db.transaction(async (tx) => {
    await lockActive(tx, asked.userId);
    const state = asked.amount > MAX_GRANT_ALONE ? "waiting" : "done";
    const known = await noteGrant(tx, shop, asked, asked.amount, state);
    if (known !== undefined) return known.state;
    if (state === "done") await creditGrant(tx, shop, asked);
    return state;
  });

/** Takes coins back for a member of the staff. @throws ApiError 409 as giveCoins, and for more coins than there are */
export const takeBackCoins = (shop: Shop, asked: Asked): Promise<void> =>
  shop.db.transaction(async (tx) => {
    await lockUser(tx, asked.userId);
    if ((await noteGrant(tx, shop, asked, -asked.amount, "done")) !== undefined) return;
    if (!(await debitTaking(tx, shop, asked))) {
      const text = "The shopper does not have so many coins. Nothing was taken.";
      throw new ApiError(409, text, { amount: text });
    }
  });

/** @returns the grant that this form has made before */
async function noteGrant(tx: Writer, { clock }: Shop, asked: Asked, amount: number, state: "waiting" | "done") {
  const { id, userId, reason, by } = asked;
  const row = { id, user_id: userId, amount, reason, state, asked_by: by, asked_at: clock.now() };
  if (await insertGrant(tx, row)) return undefined;
  const known = (await findGrant(tx, id))!;
  if (known.user_id === userId && known.amount === amount) return known;
  throw new ApiError(409, "This form was sent before with other values. Load the page again.");
}

/**
 * Credits a grant that waits, or refuses it. @param by the e-mail of the second member
 * @throws ApiError 403 for the member who asked, 404 for an unknown grant, 409 for one that is decided
 */
export const decideWaitingGrant = (shop: Shop, id: string, { isApproved, by }: { isApproved: boolean; by: string }) =>
  shop.db.transaction(async (tx) => {
    const grant = await findGrant(tx, id);
    if (grant === undefined) throw notFound();
    if (isApproved && grant.asked_by === by)
      throw new ApiError(403, "You asked for this grant yourself. Another member has to approve it.");
    if (isApproved) await lockActive(tx, grant.user_id);
    const decision = { state: isApproved ? "done" : "refused", by, now: shop.clock.now() } as const;
    if (!(await decideGrant(tx, id, decision)))
      throw new ApiError(409, "Somebody has decided about this grant before.");
    const { user_id: userId, amount, reason } = grant;
    if (isApproved) await creditGrant(tx, shop, { userId, amount, reason });
  });

/** Locks the shopper first, as every change of a balance does. */
async function lockActive(tx: Writer, userId: string) {
  await lockUser(tx, userId);
  const { disabled_at, erased_at } = (await findShopper(tx, userId))!;
  if (disabled_at !== null || erased_at !== null)
    throw new ApiError(409, "The account is disabled, so its shopper could not use the coins.");
}
