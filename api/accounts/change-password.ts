import { MAX_PASSWORD_LENGTH } from "../domain/passwords.ts";
import { randomId } from "../domain/tokens.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { forgetDay, takeFromDay } from "../repositories/daily-quotas.ts";
import { deleteResetsOf } from "../repositories/password-resets.ts";
import { revokeSessionsOf } from "../repositories/sessions.ts";
import { getUser, lockUser, updatePasswordHash } from "../repositories/users.ts";
import type { Shop } from "../shop.ts";
import { checkPassword } from "./check-password.ts";

type Change = {
  userId: string;
  /** The one that goes on; all others end. */
  sessionId: string;
  old: string;
  password: string;
};

/**
 * Sets a new password for somebody who is signed in and knows the old one. Old ones are counted before they are hashed.
 * @throws ApiError 400 for a new password that is easily guessed.
 */
export async function changePassword(
  shop: Shop,
  { userId, sessionId, old, password }: Change,
): Promise<"done" | "wrong" | "same" | "busy" | "used up"> {
  const { db, clock, limits, passwords } = shop;
  const { email, password_hash: stored } = await getUser(db.read, userId);
  await checkPassword(shop, password, email);
  const tries = `old-passwords ${userId}`;
  const limit = limits.oldPasswordTriesPerUserAndDay;
  if (!(await db.transaction((tx) => takeFromDay(tx, tries, limit, clock.now())))) return "used up";
  if (old.length > MAX_PASSWORD_LENGTH) return "wrong";
  const verdict = await passwords.verify(stored, old);
  if (verdict === "busy" || verdict === "wrong") return verdict;
  if (old === password) return "same";
  const passwordHash = await passwords.hash(password);
  if (passwordHash === "busy") return "busy";

  return db.transaction(async (tx) => {
    // A reset that came between has the last word.
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
