import type { SignedInUser } from "../domain/signed-in-user.ts";
import { randomId } from "../domain/tokens.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { storedPhone, updateDeliveryContact } from "../repositories/accounts/users.ts";
import type { Shop } from "../shop/shop.ts";
import { deviceNotConfirmed, isUnlocked } from "./confirm-device.ts";

/**
 * Sets the addresses for vouchers. An empty e-mail or phone means the account's own. A new address causes a mail to the owner.
 * @returns the present addresses; `phone` is "" if there is none
 * @throws ApiError 403 for a new address from a device that is not confirmed
 */
export async function updateContact(
  shop: Shop,
  user: SignedInUser,
  { email, phone }: { email: string; phone: string },
) {
  const contact = {
    delivery_email: email === "" || email === user.email ? null : email,
    delivery_phone: storedPhone(phone) === user.phone ? null : storedPhone(phone),
  };
  const isElsewhere = contact.delivery_email !== null && contact.delivery_email !== user.deliveryEmail;
  if (isElsewhere && !(await isUnlocked(shop, user.sessionId))) throw deviceNotConfirmed();
  await shop.db.transaction(async (tx) => {
    await updateDeliveryContact(tx, user.id, contact);
    // No mail to an unproven address, because strangers could make the shop send mail to anybody.
    if (!isElsewhere || !user.isEmailVerified) return;
    const contents = { userId: user.id };
    await queueSealedMail(tx, shop, { kind: "contact-changed", about: randomId(), contents });
  });
  return { email: contact.delivery_email ?? user.email, phone: contact.delivery_phone ?? user.phone ?? "" };
}
