import type { Writer } from "../db/database.ts";
import { createToken, hashToken } from "../domain/tokens.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { takeFromDay } from "../repositories/budgets.ts";
import { findVerification, insertVerification } from "../repositories/email-verifications.ts";
import { markEmailVerified } from "../repositories/users.ts";
import type { Shop } from "../shop.ts";

type Asked = { userId: string; origin: string };

/** Queues a mail with a link, below the shop's `origin`, that proves the user's e-mail address. */
export async function sendVerification(tx: Writer, shop: Shop, { userId, origin }: Asked) {
  const token = createToken();
  const now = shop.clock.now();
  const expiresAt = now + shop.limits.verificationMs;
  await insertVerification(tx, { userId, token, now, expiresAt });
  const contents = { userId, url: `${origin}/verify-email?token=${token}` };
  await queueSealedMail(tx, shop, { kind: "verify-email", about: hashToken(token), contents, expiresAt });
}

/** The same once more, for a user who asks for it; false when the day's mails are used up. */
export const sendVerificationAgain = (shop: Shop, asked: Asked): Promise<boolean> =>
  shop.db.transaction(async (tx) => {
    const limit = shop.limits.verificationMailsPerUserAndDay;
    if (!(await takeFromDay(tx, `verify ${asked.userId}`, limit, shop.clock.now()))) return false;
    await sendVerification(tx, shop, asked);
    return true;
  });

/** Takes the e-mail as proven; false for a token that is unknown or has run out. Opened twice, a link is good twice. */
export const verifyEmail = ({ db, clock }: Shop, token: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const verification = await findVerification(tx, token, clock.now());
    if (verification === undefined) return false;
    await markEmailVerified(tx, verification.user_id, clock.now());
    return true;
  });
