import type { Writer } from "../db/database.ts";
import { createToken, hashToken, randomId } from "../domain/tokens.ts";
import { takeMailOfNet, takeUnprovenMail } from "../mail/mail-quotas.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { deleteDevicesOf } from "../repositories/accounts/devices.ts";
import { deleteOtherNewEmails, insertVerification } from "../repositories/accounts/email-verifications.ts";
import { deleteResetsOf } from "../repositories/accounts/password-resets.ts";
import { revokeSessionsOf } from "../repositories/accounts/sessions.ts";
import { getUser, lockUserByEmail, setEmail } from "../repositories/accounts/users.ts";
import { takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { Shop } from "../shop/shop.ts";
import { giveUpEmail } from "./give-up-email.ts";

type Asked = { userId: string; email: string; origin: string; net: string };

/**
 * Mails a link that makes an address the one of an account. Until then nothing changes: with an unproven address in it, the account
 * would go to anybody who proves that address by a reset or a sign-up.
 * @returns false if the day's mails are used up
 */
export const askForEmail = (shop: Shop, { userId, email, origin, net }: Asked): Promise<boolean> =>
  shop.db.transaction(async (tx) => {
    const { limits, clock } = shop;
    const now = clock.now();
    const isWithin =
      (await takeFromDay(tx, `verify ${userId}`, limits.verificationMailsPerUserAndDay, now)) &&
      (await takeMailOfNet(tx, shop, net)) &&
      (await takeUnprovenMail(tx, shop, email));
    if (!isWithin) return false;
    const token = createToken();
    const expiresAt = now + limits.verificationMs;
    await insertVerification(tx, { userId, token, newEmail: email, now, expiresAt });
    const contents = { userId, email, url: `${origin}/verify-email?token=${token}` };
    await queueSealedMail(tx, shop, { kind: "verify-email", about: hashToken(token), contents, expiresAt });
    return true;
  });

/**
 * Gives an account the address whose link was opened. The former address gets a notice, and its links and codes end. An account that
 * never proved this address loses it, because nobody has shown that it is theirs.
 */
export async function addEmail(
  tx: Writer,
  shop: Shop,
  { userId, email }: { userId: string; email: string },
): Promise<"done" | "taken"> {
  const now = shop.clock.now();
  const other = await lockUserByEmail(tx, email);
  if (other?.id === userId) return "done"; // a link works more than once
  if (other && (other.email_verified_at !== null || other.disabled_at !== null)) return "taken";
  const former = await getUser(tx, userId);
  // Its address belongs to nobody for certain, so it was never asked for another one.
  if (former.email !== "" && former.email_verified_at === null) return "taken";
  if (other) {
    await giveUpEmail(tx, other.id);
    await revokeSessionsOf(tx, other.id, now);
    await deleteDevicesOf(tx, other.id);
  }
  await setEmail(tx, userId, email, now);
  await deleteOtherNewEmails(tx, userId, email);
  await deleteResetsOf(tx, userId);
  if (former.email !== "") {
    const contents = { userId, formerEmail: former.email };
    await queueSealedMail(tx, shop, { kind: "contact-changed", about: randomId(), contents });
  }
  return "done";
}
