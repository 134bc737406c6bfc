import { isUniqueViolation, type Writer } from "../db/database.ts";
import { createToken, hashToken } from "../domain/tokens.ts";
import { takeMailOfNet, takeUnprovenMail } from "../mail/mail-quotas.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { confirmSignupDevice } from "../repositories/accounts/devices.ts";
import { findVerification, insertVerification } from "../repositories/accounts/email-verifications.ts";
import { insertExchangedReset } from "../repositories/accounts/password-resets.ts";
import { getUser, lockUser, markEmailVerified, type User } from "../repositories/accounts/users.ts";
import { takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { Shop } from "../shop/shop.ts";
import { addEmail } from "./add-email.ts";

type Asked = { userId: string; email: string; origin: string };

/**
 * Queues a mail with the link that proves the user's e-mail address. The link begins with the shop's `origin`.
 * @returns false, without a mail, if the day's mails to unproven addresses are used up
 */
export async function sendVerification(tx: Writer, shop: Shop, { userId, email, origin }: Asked): Promise<boolean> {
  if (!(await takeUnprovenMail(tx, shop, email))) return false;
  const token = createToken();
  const now = shop.clock.now();
  const expiresAt = now + shop.limits.verificationMs;
  await insertVerification(tx, { userId, token, now, expiresAt });
  const contents = { userId, url: `${origin}/verify-email?token=${token}` };
  await queueSealedMail(tx, shop, { kind: "verify-email", about: hashToken(token), contents, expiresAt });
  return true;
}

/** Sends the link again to a user who requests it from the network `net`. @returns false if the day's mails are used up */
export const sendVerificationAgain = (shop: Shop, { net, ...asked }: Asked & { net: string }): Promise<boolean> =>
  shop.db.transaction(async (tx) => {
    const limit = shop.limits.verificationMailsPerUserAndDay;
    return (
      (await takeFromDay(tx, `verify ${asked.userId}`, limit, shop.clock.now())) &&
      (await takeMailOfNet(tx, shop, net)) &&
      (await sendVerification(tx, shop, asked))
    );
  });

/** `signedInAs`: the account whose session the browser has; null for none. */
type Opened = { token: string; signedInAs: string | null };

/**
 * Marks the e-mail address as proven. A link works more than once. If several people signed up with the address, nothing is
 * proven yet: its owner gets a token that sets a new password, which then proves it (finishReset). So nobody else's password
 * survives. A link may also add an address to an account, or change its address; `isTaken` if another account has proven the address.
 * `needsSignIn`: the account has other owners than this mailbox, and the browser is not signed in to it. The mailbox alone proves
 * nothing then, because its address may be mistyped.
 * @returns undefined if the token is unknown or has expired
 */
export async function verifyEmail(shop: Shop, opened: Opened): Promise<Verified> {
  const attempt = () => shop.db.transaction((tx) => verifyInside(tx, shop, opened));
  return attempt().catch((error: unknown) => {
    if (isUniqueViolation(error)) return attempt(); // another account got the address at the same time
    throw error;
  });
}

type Verified = { resetToken?: string } | { isTaken: true } | { needsSignIn: true } | undefined;

async function verifyInside(tx: Writer, shop: Shop, { token, signedInAs }: Opened): Promise<Verified> {
  const { clock, limits } = shop;
  const now = clock.now();
  const verification = await findVerification(tx, token, now);
  if (verification === undefined) return undefined;
  // Locked, so that no sign-up changes the password between this check and the proof.
  await lockUser(tx, verification.user_id);
  const user = await getUser(tx, verification.user_id);
  if (needsOwner(user, verification) && signedInAs !== user.id) return { needsSignIn: true };
  if (verification.new_email !== null) {
    const added = await addEmail(tx, shop, { userId: user.id, email: verification.new_email });
    return added === "taken" ? { isTaken: true as const } : {};
  }
  if (user.contested_at === null || user.verified_phone !== null) {
    await markEmailVerified(tx, user.id, now);
    await confirmSignupDevice(tx, user.id, now);
    return {};
  }
  const resetToken = createToken();
  const reset = { id: hashToken(createToken()), userId: user.id, token: resetToken };
  await insertExchangedReset(tx, { ...reset, expiresAt: now + limits.resetTokenMs });
  return { resetToken };
}

/**
 * True if only the account's owner may prove the address: it was typed into an account that opens by a phone or by another address,
 * and is not proven yet.
 */
function needsOwner(user: User, { new_email }: { new_email: string | null }) {
  if (new_email === null) return user.email_verified_at === null && user.verified_phone !== null;
  return user.email !== new_email;
}
