import { ApiError } from "../base/error.ts";
import type { SignedInUser } from "../domain/signed-in-user.ts";
import { confirmDeviceOfSession, isSessionConfirmed } from "../repositories/accounts/devices.ts";
import { getUser } from "../repositories/accounts/users.ts";
import type { Shop } from "../shop/shop.ts";
import { deviceNotConfirmed } from "./confirm-device.ts";

/** True if devices of this account are confirmed on a confirmed device, because it has no mailbox for a code. */
export const confirmsElsewhere = ({ tenant }: Shop, user: Pick<SignedInUser, "isEmailVerified">): boolean =>
  tenant.security.stepUp && !user.isEmailVerified;

/**
 * Confirms the device of another session of an account without a confirmed mailbox, from a device that is confirmed.
 * @returns false if they have no such session, or it needs no confirmation
 * @throws ApiError 403 from a device that is not confirmed
 */
export async function confirmOtherDevice(shop: Shop, user: SignedInUser, sessionId: string): Promise<boolean> {
  const { db, clock } = shop;
  if (!confirmsElsewhere(shop, user)) return false;
  return db.transaction(async (tx) => {
    if (!(await isSessionConfirmed(tx, user.sessionId))) throw deviceNotConfirmed();
    return confirmDeviceOfSession(tx, { sessionId, userId: user.id, now: clock.now() });
  });
}

/**
 * Confirms the device of a session for its shopper, by the staff, who have checked that it is theirs. Only for an account without a
 * confirmed mailbox: others get a code by mail. No channel reaches such a shopper, so the trail is the only record.
 * @throws ApiError 409 for an account with a mailbox, or for a session that has ended or whose device needs no confirmation
 */
export const confirmDeviceByStaff = ({ db, clock }: Shop, userId: string, sessionId: string): Promise<void> =>
  db.transaction(async (tx) => {
    const user = await getUser(tx, userId);
    if (user.email_verified_at !== null)
      throw new ApiError(
        409,
        "This account has a confirmed e-mail address. The shopper confirms devices with a code from a mail.",
      );
    if (user.disabled_at !== null) throw new ApiError(409, "This account is disabled.");
    if (!(await confirmDeviceOfSession(tx, { sessionId, userId, now: clock.now() })))
      throw new ApiError(409, "This session has ended, or its device is confirmed already.");
  });
