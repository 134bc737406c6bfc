import { isUniqueViolation, type Writer } from "../db/database.ts";
import { usePhoneCode } from "../repositories/accounts/phone-codes.ts";
import { lockUser, lockUserByPhone, verifyPhone } from "../repositories/accounts/users.ts";
import type { Shop } from "../shop/shop.ts";
import { checkPhoneCode, type CodeFault } from "./check-phone-code.ts";

type Confirmation = { userId: string; transaction: string; code: string };

/**
 * Makes a number the verified phone of a signed-in account, with a code that was sent to it. Another account's number is refused
 * only after the right code, so that a stranger does not learn who has an account.
 * @returns the number, or the reason against it
 */
export async function confirmPhone(
  shop: Shop,
  confirmation: Confirmation,
): Promise<{ phone: string } | CodeFault | "taken"> {
  const attempt = () => shop.db.transaction((tx) => confirmInside(tx, shop, confirmation));
  return attempt().catch((error: unknown) => {
    if (isUniqueViolation(error)) return attempt(); // another account got the number at the same time
    throw error;
  });
}

async function confirmInside(tx: Writer, shop: Shop, { userId, ...typed }: Confirmation) {
  const sent = await checkPhoneCode(tx, shop, { ...typed, userId });
  if (typeof sent === "string") return sent;
  const { phone } = sent;
  await usePhoneCode(tx, sent, shop.clock.now());
  const owner = await lockUserByPhone(tx, phone);
  if (owner !== undefined && owner.id !== userId) return "taken";
  await lockUser(tx, userId);
  await verifyPhone(tx, userId, phone);
  return { phone };
}
