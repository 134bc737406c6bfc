import { z } from "zod";

import { maskEmail, maskPhone } from "../../domain/mask.ts";
import { mailboxKey, phoneKey } from "../../domain/purchase-keys.ts";
import { sendGiftAgain } from "../../gifts/send-gift.ts";
import { parseBody, Text } from "../../http/parse.ts";
import { MobilePhone, OptionalEmail } from "../../http/person.ts";
import { Reason } from "../../http/reason.ts";
import type { Shop } from "../../shop/shop.ts";
import type { BrandCall, BrandRoute } from "../brand-route.ts";
import { findGift } from "../orders/find-order.ts";
import { findNoted } from "./order-actions.ts";

const GiftBody = z.object({ gift: Text(64) });
/** Without `phone`, the number stays as before. */
const RedirectBody = GiftBody.extend({ email: OptionalEmail, phone: MobilePhone.optional(), reason: Reason });

type Recipient = { email: string; phone: string | null };

/** Enough for two people who compare. The audit is never erased, so it contains no address and no number. */
const masked = ({ email, phone }: Recipient) => ({
  email: email && maskEmail(email),
  ...(phone !== null && { phone: maskPhone(phone) }),
});

/** Two addresses, or numbers, may look alike when they are masked. */
const keysOf = ({ keys }: Shop, { email, phone }: Recipient) => ({
  ...(email !== "" && { mailbox: mailboxKey(keys, email) }),
  ...(phone !== null && { number: phoneKey(keys, phone) }),
});

/** The gift that a form names, and its entry in the audit. */
async function findNotedGift(call: BrandCall, giftId: string) {
  const { id, user_id, noted } = await findNoted(call);
  const { recipient_email: email, recipient_phone: phone } = await findGift(call, id, giftId);
  return {
    user_id,
    recipient: { email, phone },
    subject: noted.subject,
    after: { ...noted.after, gift: giftId },
  };
}

/** The actions of the staff on the gifts of an order. */
export const giftActions: readonly BrandRoute[] = [
  {
    method: "post",
    path: "/orders/:order/gift",
    permission: "orders.act",
    async handle(call) {
      const { gift } = parseBody(GiftBody, call.req);
      const { user_id, subject, after, recipient } = await findNotedGift(call, gift);
      const act = { act: "gift.send", subject, after: { ...after, ...masked(recipient) } };
      await call.audit(act, () => sendGiftAgain(call.shop, user_id, { id: gift, mayRedirect: false }));
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
      const { user_id, subject, after, recipient } = await findNotedGift(call, gift);
      const to = { email, phone: phone === undefined ? recipient.phone : phone || null };
      const changed = { ...after, ...masked(to), ...keysOf(call.shop, to) };
      const act = { act: "gift.redirect", subject, before: masked(recipient), after: changed, reason };
      await call.audit(act, () => sendGiftAgain(call.shop, user_id, { id: gift, to, mayRedirect: true }));
    },
  },
];
