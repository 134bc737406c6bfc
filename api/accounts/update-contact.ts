import type { SignedInUser } from "../domain/signed-in-user.ts";
import { randomId } from "../domain/tokens.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { storedPhone, updateDeliveryContact } from "../repositories/accounts/users.ts";
import type { Shop } from "../shop/shop.ts";
import { deviceNotConfirmed, isUnlocked } from "./confirm-device.ts";

/**
 * Sets the address for vouchers and the phone for messages about them. An empty or equal one means the account's own. One that
 * replaces another causes a mail to the owner.
 * @returns the present ones; `phone` is "" if there is none
 * @throws ApiError 403 for a new address or phone from a device that is not confirmed
 */
export async function updateContact(
  shop: Shop,
  user: SignedInUser,
  { email, phone }: { email: string; phone: string },
) {
  const own = { email: user.email, phone: user.verifiedPhone ?? user.phone };
  const contact = {
    delivery_email: email === "" || email === own.email ? null : email,
    delivery_phone: storedPhone(phone) === own.phone ? null : storedPhone(phone),
  };
  const isMailElsewhere = contact.delivery_email !== null && contact.delivery_email !== user.deliveryEmail;
  const isPhoneElsewhere = contact.delivery_phone !== null && contact.delivery_phone !== user.deliveryPhone;
  if ((isMailElsewhere || isPhoneElsewhere) && !(await isUnlocked(shop, user.sessionId))) throw deviceNotConfirmed();
  const isFirstPhone = own.phone === null && user.deliveryPhone === null;
  await shop.db.transaction(async (tx) => {
    await updateDeliveryContact(tx, user.id, contact);
    // No mail to an unproven address, because strangers could make the shop send mail to anybody.
    if (!user.isEmailVerified || !(isMailElsewhere || (isPhoneElsewhere && !isFirstPhone))) return;
    const contents = { userId: user.id };
    await queueSealedMail(tx, shop, { kind: "contact-changed", about: randomId(), contents });
  });
  return { email: contact.delivery_email ?? own.email, phone: contact.delivery_phone ?? own.phone ?? "" };
}
