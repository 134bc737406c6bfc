import { isUniqueViolation, type Writer } from "../db/database.ts";
import { randomId } from "../domain/tokens.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { markPhoneCodePassed, usePhoneCode } from "../repositories/accounts/phone-codes.ts";
import { getUser, lockUser, lockUserByPhone, releasePhone, verifyPhone } from "../repositories/accounts/users.ts";
import { endConsents } from "../repositories/messages/consents.ts";
import type { Shop } from "../shop/shop.ts";
import { checkPhoneCode, type CodeFault } from "./check-phone-code.ts";
import { isDormant } from "./dormant.ts";

type Confirmation = {
  userId: string;
  transaction: string;
  code: string;
  /** The shopper has read that a dormant account loses the number. */
  takesOver: boolean;
};

/**
 * Makes a number the verified phone of a signed-in account, with a code that was sent to it. Another account's number is refused
 * only after the right code, so that a stranger does not learn who has an account; a dormant one loses it after the shopper's choice,
 * as at a sign-in. A confirmed address gets a mail about a new number.
 * @returns the number, or the reason against it
 */
export async function confirmPhone(
  shop: Shop,
  confirmation: Confirmation,
): Promise<{ phone: string } | CodeFault | "taken" | "dormant"> {
  const attempt = () => shop.db.transaction((tx) => confirmInside(tx, shop, confirmation));
  return attempt().catch((error: unknown) => {
    if (isUniqueViolation(error)) return attempt(); // another account got the number at the same time
    throw error;
  });
}

async function confirmInside(tx: Writer, shop: Shop, { userId, takesOver, ...typed }: Confirmation) {
  const now = shop.clock.now();
  const sent = await checkPhoneCode(tx, shop, { ...typed, userId, mayBePassed: takesOver });
  if (typeof sent === "string") return sent;
  const { phone } = sent;
  const owner = await lockUserByPhone(tx, phone);
  const other = owner?.id === userId ? undefined : owner;
  const isFree = other === undefined || (await isDormant(tx, shop, other));
  if (isFree && other !== undefined && !takesOver) {
    await markPhoneCodePassed(tx, sent.id, now);
    return "dormant";
  }
  await usePhoneCode(tx, sent, now);
  if (!isFree) return "taken";
  if (other !== undefined) await releasePhone(tx, other.id, phone);
  await lockUser(tx, userId);
  const user = await getUser(tx, userId);
  if (user.verified_phone !== phone) await endConsentsOf(tx, shop, [phone, user.verified_phone]);
  await verifyPhone(tx, userId, phone);
  // No mail to an unproven address, because strangers could make the shop send mail to anybody.
  if (user.email_verified_at !== null && user.verified_phone !== phone)
    await queueSealedMail(tx, shop, { kind: "contact-changed", about: randomId(), contents: { userId, phone } });
  return { phone };
}

/** Ends the consents for numbers that change hands: they were the word of their former owners. */
async function endConsentsOf(tx: Writer, { clock }: Shop, phones: (string | null)[]) {
  for (const phone of phones) if (phone !== null) await endConsents(tx, phone, clock.now());
}
