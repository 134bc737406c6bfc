import { z } from "zod";

import { maskEmail } from "../../domain/mask.ts";
import { mailboxKey } from "../../domain/purchase-keys.ts";
import { sendGiftAgain } from "../../gifts/send-gift.ts";
import { parseBody, Text } from "../../http/parse.ts";
import { Email } from "../../http/person.ts";
import { Reason } from "../../http/reason.ts";
import type { BrandCall, BrandRoute } from "../brand-route.ts";
import { findGift } from "../orders/find-order.ts";
import { findNoted } from "./order-actions.ts";

const GiftBody = z.object({ gift: Text(64) });
const RedirectBody = GiftBody.extend({ email: Email, reason: Reason });

/** The gift that a form names, and its entry in the audit. The audit is never erased, so it contains no address. */
async function findNotedGift(call: BrandCall, giftId: string) {
  const { id, user_id, noted } = await findNoted(call);
  const { recipient_email } = await findGift(call, id, giftId);
  return {
    user_id,
    email: maskEmail(recipient_email),
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
      const { user_id, subject, after, email } = await findNotedGift(call, gift);
      const act = { act: "gift.send", subject, after: { ...after, email } };
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
      const { gift, email: to, reason } = parseBody(RedirectBody, call.req);
      const { user_id, subject, after, email } = await findNotedGift(call, gift);
      // Two addresses may look alike when they are masked.
      const changed = { ...after, email: maskEmail(to), mailbox: mailboxKey(call.shop.keys, to) };
      const act = { act: "gift.redirect", subject, before: { email }, after: changed, reason };
      await call.audit(act, () => sendGiftAgain(call.shop, user_id, { id: gift, email: to, mayRedirect: true }));
    },
  },
];
