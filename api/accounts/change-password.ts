import { MAX_PASSWORD_LENGTH } from "../domain/passwords.ts";
import { randomId } from "../domain/tokens.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { deleteResetsOf } from "../repositories/accounts/password-resets.ts";
import { revokeSessionsOf } from "../repositories/accounts/sessions.ts";
import { getUser, lockUser, updatePasswordHash } from "../repositories/accounts/users.ts";
import { forgetDay, takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { Shop } from "../shop/shop.ts";
import { checkPassword } from "./check-password.ts";

type Change = {
  userId: string;
  /** The session that continues; all others end. */
  sessionId: string;
  old: string;
  password: string;
  /** The network of the request. */
  net: string;
};

/**
 * Changes the password of a signed-in user who enters the old one. The try is counted before the old password is hashed.
 * @throws ApiError 400 for a new password that is easily guessed, 429 while too many passwords are being hashed
 */
export async function changePassword(
  shop: Shop,
  { userId, sessionId, old, password, net }: Change,
): Promise<"done" | "wrong" | "same" | "used up"> {
  const { db, clock, limits, passwords } = shop;
  const { email, password_hash: stored } = await getUser(db.read, userId);
  await checkPassword(shop, password, email);
  const tries = `old-passwords ${userId}`;
  const limit = limits.oldPasswordTriesPerUserAndDay;
  if (!(await db.transaction((tx) => takeFromDay(tx, tries, limit, clock.now())))) return "used up";
  if (old.length > MAX_PASSWORD_LENGTH) return "wrong";
  const verdict = await passwords.verify(stored, old, net);
  if (verdict === "wrong") return verdict;
  if (old === password) return "same";
  const passwordHash = await passwords.hash(password, net);

  return db.transaction(async (tx) => {
    // A reset that happened during the hashing wins.
    if ((await lockUser(tx, userId)).password_hash !== stored) return "wrong";
    const now = clock.now();
    await updatePasswordHash(tx, userId, passwordHash);
    await revokeSessionsOf(tx, userId, now, sessionId);
    await deleteResetsOf(tx, userId);
    await forgetDay(tx, tries);
    const contents = { userId, isSignedIn: true };
    await queueSealedMail(tx, shop, { kind: "password-changed", about: randomId(), contents });
    return "done";
  });
}
