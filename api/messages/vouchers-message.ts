import { MOBILE_DIGITS } from "../../config/typed/phone.ts";
import type { Writer } from "../db/database.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { listOwnVouchers } from "../repositories/cards/vouchers.ts";
import { renameMessage } from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";
import { queueMessage } from "./queue-message.ts";

type Bought = { id: string; order_number: string; user_id: string };

/**
 * Queues the message that an order's vouchers are ready, to the phone for vouchers or that of the account. It holds a link to the
 * order and no code. @param again sends it once more
 */
export async function queueVouchersMessage(tx: Writer, shop: Shop, order: Bought, again = false): Promise<void> {
  const user = await getUser(tx, order.user_id);
  const phone = user.delivery_phone ?? user.verified_phone ?? user.phone;
  if (phone === null || !MOBILE_DIGITS.test(phone)) return;
  const isForOthers = (await listOwnVouchers(tx, [order.id])).length === 0;
  if (isForOthers) return; // the recipients of gifts get their own messages
  if (again) await renameMessage(tx, { about: order.id, kind: "vouchers" });
  const link = new URLSearchParams({ open: order.id }).toString();
  await queueMessage(tx, shop, {
    kind: "vouchers",
    about: order.id,
    userId: user.id,
    phone,
    language: user.language,
    contents: { name: user.username, order: order.order_number, link },
  });
}
