import { z } from "zod";

import { mailboxKey, phoneKey } from "../../domain/purchase-keys.ts";
import { maskRecipient, noteGift, recipientOf, resendGift } from "../../gifts/act-on-gift.ts";
import { sendGiftAgain } from "../../gifts/send-gift.ts";
import { parseBody, Text } from "../../http/parse.ts";
import { MobilePhone, OptionalEmail } from "../../http/person.ts";
import { Reason } from "../../http/reason.ts";
import type { Shop } from "../../shop/shop.ts";
import type { BrandCall, BrandRoute } from "../brand-route.ts";
import { findGift, findOrder } from "../orders/find-order.ts";

const GiftBody = z.object({ gift: Text(64) });
/** Without `phone`, the number stays as before. */
const RedirectBody = GiftBody.extend({ email: OptionalEmail, phone: MobilePhone.optional(), reason: Reason });

/** Two addresses, or numbers, may look alike when they are masked. */
const keysOf = ({ keys }: Shop, { email, phone }: ReturnType<typeof recipientOf>) => ({
  ...(email !== "" && { mailbox: mailboxKey(keys, email) }),
  ...(phone !== null && { number: phoneKey(keys, phone) }),
});

/** The gift of the order that a form names. */
const findGiftOf = async (call: BrandCall, giftId: string) => findGift(call, (await findOrder(call)).id, giftId);

/** The actions of the staff on the gifts of an order. */
export const giftActions: readonly BrandRoute[] = [
  {
    method: "post",
    path: "/orders/:order/gift",
    permission: "orders.act",
    async handle(call) {
      const { gift } = parseBody(GiftBody, call.req);
      await resendGift(call, await findGiftOf(call, gift));
    },
  },
  {
    method: "post",
    path: "/orders/:order/redirect-gift",
    // A member who sends a gift to their own mailbox sees its codes.
    permission: "codes.reveal",
    needsCode: true,
    async handle(call) {
      const { gift, email, phone, reason } = parseBody(RedirectBody, call.req);
      const found = await findGiftOf(call, gift);
      const recipient = recipientOf(found);
      const to = { email, phone: phone === undefined ? recipient.phone : phone || null };
      const { subject, after } = noteGift(found);
      const changed = { ...after, ...maskRecipient(to), ...keysOf(call.shop, to) };
      const act = { act: "gift.redirect", subject, before: maskRecipient(recipient), after: changed, reason };
      await call.audit(act, () => sendGiftAgain(call.shop, found.user_id, { id: gift, to, mayRedirect: true }));
    },
  },
];
