import { z } from "zod";

import { ApiError } from "../../base/error.ts";
import { Unreachable } from "../../base/unreachable.ts";
import { Lines, parseBody, Text } from "../../http/parse.ts";
import { ReasonBody } from "../../http/reason.ts";
import { noteOrder, refuseHeld, releaseHeld, resendVouchers } from "../../orders/act-on-order.ts";
import { refundMissing } from "../../orders/refund-order.ts";
import { revealCard } from "../../orders/reveal-card.ts";
import { Refused } from "../../ports/refused.ts";
import { sendOwed } from "../../refunds/send-owed.ts";
import { RefundConflict } from "../../refunds/waiting-refunds.ts";
import { insertNote } from "../../repositories/orders/order-actions.ts";
import { refundCards } from "../../second-member/refund-cards.ts";
import type { BrandCall, BrandRoute } from "../brand-route.ts";
import { findOrder } from "../orders/find-order.ts";

const Confirmed = z.boolean().default(false);
/** `seen` is from the answer that the member saw: the order may have changed since. */
const DecideBody = ReasonBody.extend({ seen: Text(64) });
const RefundBody = ReasonBody.extend({
  units: z.record(Text(64), z.number().int().min(0).max(2_000)),
  number: z.number().int().min(1),
  even_if_revealed: Confirmed,
});
const SendBody = ReasonBody.extend({
  refund: Text(64).optional(),
  even_if_revealed: Confirmed,
  paid_by_hand: Confirmed,
});
const NoteBody = z.object({
  id: Text(64).min(1),
  text: Lines(2_000, { empty: () => "Write something.", tooLong: () => "Use at most 2,000 characters." }),
});
const RevealBody = ReasonBody.extend({ card: Text(64) });

/** The order, and its entry in the audit. */
async function findNoted(call: BrandCall) {
  const order = await findOrder(call);
  return { ...order, noted: noteOrder(order) };
}

/** The actions of the staff on an order. Actions that release money or held cards need a reason. */
export const orderActions: readonly BrandRoute[] = [
  {
    method: "post",
    path: "/orders/:order/release",
    permission: "orders.act",
    needsCode: true,
    async handle(call) {
      const decision = parseBody(DecideBody, call.req);
      await releaseHeld(call, await findOrder(call), decision);
    },
  },
  {
    method: "post",
    path: "/orders/:order/refuse",
    permission: "orders.refund",
    needsCode: true,
    async handle(call) {
      const decision = parseBody(DecideBody, call.req);
      await refuseHeld(call, await findOrder(call), decision);
    },
  },
  {
    method: "post",
    path: "/orders/:order/refund-missing",
    permission: "orders.refund",
    needsCode: true,
    async handle(call) {
      const { reason, seen } = parseBody(DecideBody, call.req);
      const { id, noted, status } = await findNoted(call);
      const act = { act: "order.refund-missing", ...noted, before: { status }, reason };
      await call.audit(act, () => refundMissing(call.shop, id, seen));
    },
  },
  {
    method: "post",
    path: "/orders/:order/refund",
    permission: "orders.refund",
    needsCode: true,
    async handle(call) {
      const { reason, units, number, even_if_revealed: isEvenIfRevealed } = parseBody(RefundBody, call.req);
      const refund = { units, number, isEvenIfRevealed };
      const owed = await refundCards(call, await findOrder(call), refund, { reason, by: call.member.email });
      return owed ?? { is_waiting: true };
    },
  },
  {
    method: "post",
    path: "/orders/:order/send-refund",
    permission: "orders.refund",
    needsCode: true,
    async handle(call) {
      const { reason, refund: refundId, ...confirmed } = parseBody(SendBody, call.req);
      const choice = { refundId, isEvenIfRevealed: confirmed.even_if_revealed, isPaidByHand: confirmed.paid_by_hand };
      const { id, noted } = await findNoted(call);
      const act = { act: "order.send-refund", ...noted, after: { ...noted.after, ...choice }, reason };
      const sent = await call
        .audit(act, () => sendOwed(call.shop, id, choice))
        .catch((error: unknown) => {
          if (error instanceof RefundConflict) throw new ApiError(409, error.message);
          if (error instanceof Refused) throw new ApiError(409, `The gateway refuses this refund: ${error.message}`);
          if (error instanceof Unreachable) throw new ApiError(409, "The gateway does not answer. Try again later.");
          throw error;
        });
      return { sent };
    },
  },
  {
    method: "post",
    path: "/orders/:order/resend",
    permission: "orders.act",
    handle: async (call) => resendVouchers(call, await findOrder(call)),
  },
  {
    method: "post",
    path: "/orders/:order/note",
    permission: "orders.act",
    async handle(call) {
      const { id, text } = parseBody(NoteBody, call.req);
      const { id: orderId, noted } = await findNoted(call);
      const note = { id, orderId, author: call.member.email, text, now: call.shop.clock.now() };
      await call.audit({ act: "order.note", ...noted }, () => call.shop.db.transaction((tx) => insertNote(tx, note)));
    },
  },
  {
    method: "post",
    path: "/orders/:order/reveal",
    permission: "codes.reveal",
    needsCode: true,
    async handle(call) {
      const { card, reason } = parseBody(RevealBody, call.req);
      const { id: orderId, noted } = await findNoted(call);
      const act = { act: "code.reveal", ...noted, after: { ...noted.after, card }, reason };
      const asked = { orderId, voucherId: card, member: call.member.email };
      const { cardNumber, pin, claimUrl } = await call.audit(act, () => revealCard(call.shop, asked));
      return { card_number: cardNumber, pin, claim_url: claimUrl };
    },
  },
];
