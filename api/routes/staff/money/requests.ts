import { ApiError, notFound } from "../../../base/error.ts";
import { formatPaise } from "../../../domain/pricing.ts";
import { lapseOf, waitingSince } from "../../../domain/staff/second-member.ts";
import { parse, parseBody, Text } from "../../../http/parse.ts";
import { ReasonBody } from "../../../http/reason.ts";
import type { RefundOfUnits } from "../../../orders/refund-order.ts";
import type { Confirmed } from "../../../payments/confirm-upi.ts";
import {
  findMoneyRequest,
  listWaitingRequests,
  type MoneyRequest,
} from "../../../repositories/orders/money-requests.ts";
import { listOrderItems } from "../../../repositories/orders/orders.ts";
import { findOrdersOf } from "../../../repositories/payments/payments.ts";
import { approveMove } from "../../../second-member/approve-move.ts";
import { decide } from "../../../second-member/money-requests.ts";
import type { Shop } from "../../../shop/shop.ts";
import { countSecondMembers, refuseSamePerson } from "../../../staff/second-person.ts";
import type { BrandCall, BrandRoute } from "../../brand-route.ts";

const LISTED = 200;

/** Money that waits for a second member. */
export const moneyRequestRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/money-requests",
    permission: "money.read",
    async handle({ shop, staff, member }) {
      const acts = await listWaitingRequests(shop.db.read, waitingSince(shop.clock.now()), LISTED);
      const about = { brand: shop.tenant.id, permission: "orders.refund" } as const;
      const approvers = await countSecondMembers(staff, about, acts);
      const requests = [];
      for (const act of acts) {
        const { id, kind, order_id, order_number, amount, reason, asked_by, asked_at } = act;
        requests.push({
          id,
          kind,
          order_id,
          order_number,
          amount,
          reason,
          asked_by,
          asked_at,
          lapses_at: lapseOf(act),
          is_own: asked_by === member.email,
          what: await describe(shop, act),
          approvers: approvers.get(asked_by)!,
        });
      }
      return { limit: shop.tenant.limits.rupeesAlonePerDay, requests };
    },
  },
  ...(["approve", "refuse"] as const).map((verdict): BrandRoute => ({
    method: "post",
    path: `/money-requests/:request/${verdict}`,
    permission: "orders.refund",
    needsCode: true,
    handle: (call) => answer(call, verdict),
  })),
];

async function answer({ shop, staff, member, req, audit }: BrandCall, verdict: "approve" | "refuse") {
  const { reason } = parseBody(ReasonBody, req);
  const act = await findMoneyRequest(shop.db.read, parse(Text(64), req.params.request));
  if (act === undefined) throw notFound();
  const { id, kind, order_id, amount, asked_by } = act;
  const noted = { subject: order_id ?? "bank statement", after: { request: id, amount, asked_by }, reason };
  return audit({ act: `${kind}.${verdict}`, ...noted }, async () => {
    if (verdict === "refuse") {
      await shop.db.transaction((tx) => decide(tx, shop, id, { state: "refused", by: member.email }));
      return { outcome: [] };
    }
    if (asked_by === member.email)
      throw new ApiError(403, "You asked for this yourself. Another member has to approve it.");
    await refuseSamePerson(staff, asked_by, member.email);
    return { outcome: await approveMove(shop, act, member.email) };
  });
}

/** The contents of a request, a line for each card or payment. */
async function describe({ db }: Shop, { kind, details }: MoneyRequest): Promise<string[]> {
  if (kind === "order.refund") {
    const { orderId, units } = JSON.parse(details) as RefundOfUnits;
    return (await listOrderItems(db.read, orderId))
      .filter(({ id }) => (units[id] ?? 0) > 0)
      .map(({ id, name, denomination }) => `${units[id]} × ${name}, ${formatPaise(denomination)}`);
  }
  const confirmed = JSON.parse(details) as Confirmed[];
  const orders = await findOrdersOf(
    db.read,
    confirmed.map(({ paymentId }) => paymentId),
  );
  return confirmed.map(({ paymentId, bankReference, amount }) => {
    const order = orders.get(paymentId);
    const other = order !== undefined && order.amount !== amount ? `, which is over ${formatPaise(order.amount)}` : "";
    return `${formatPaise(amount)} with UTR ${bankReference} for ${order?.order_number ?? "an order"}${other}`;
  });
}
