import type { SignedInUser } from "../domain/signed-in-user.ts";
import { confirmDeviceOfSession, isSessionConfirmed } from "../repositories/accounts/devices.ts";
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
