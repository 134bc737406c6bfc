import { z } from "zod";

import { ApiError } from "../base/error.ts";
import { isBeingChecked } from "../domain/orders.ts";
import { formatPaise } from "../domain/pricing.ts";
import { refuseHeld, releaseHeld, resendVouchers } from "../orders/act-on-order.ts";
import { readWholeRefund, type WholeRefund } from "../orders/refund-order.ts";
import { hashReview } from "../orders/seen-order.ts";
import { getOrder, listOrdersById, type Order } from "../repositories/orders/orders.ts";
import { findClosing } from "../repositories/payments/disputes.ts";
import { refundCards } from "../second-member/refund-cards.ts";
import type { Shop } from "../shop/shop.ts";
import { type BulkAction, CHANGED, type Look } from "./bulk-action.ts";

/** The list of orders, by their numbers. */
export const orderNames = async ({ db }: Shop, ids: string[]) =>
  (await listOrdersById(db.read, ids)).map(({ id, order_number }) => ({ id, name: order_number }));

async function lookAt({ db }: Shop, ids: string[], judge: (order: Order) => Promise<Omit<Look, "id">>) {
  const looks: Look[] = [];
  for (const order of await listOrdersById(db.read, ids)) looks.push({ id: order.id, ...(await judge(order)) });
  return looks;
}

const DISPUTED = "the payer disputes the payment";

/** `seen` is the hash that the order's page sends with a decision. */
const lookAtHeld = (shop: Shop, ids: string[], isRelease: boolean) =>
  lookAt(shop, ids, async (order) => {
    if (!isBeingChecked(order)) return { reason: "not held for review" };
    if (isRelease && (await findClosing(shop.db.read, order.id)) !== undefined) return { reason: DISPUTED };
    return { seen: await hashReview(shop.db.read, order), change: formatPaise(order.total) };
  });

const COMMON = { needsCode: true, needsReason: true } as const;

export const releaseOrders: BulkAction = {
  ...COMMON,
  label: "Release of orders",
  permission: "orders.act",
  changesCatalogue: false,
  look: (shop, ids) => lookAtHeld(shop, ids, true),
  act: async (call, { id, seen }) => releaseHeld(call, await getOrder(call.shop.db.read, id), { ...call, seen }),
};

export const refuseOrders: BulkAction = {
  ...COMMON,
  label: "Refusal of orders",
  permission: "orders.refund",
  changesCatalogue: true,
  look: (shop, ids) => lookAtHeld(shop, ids, false),
  act: async (call, { id, seen }) => refuseHeld(call, await getOrder(call.shop.db.read, id), { ...call, seen }),
};

const Refund = z.object({ even_if_revealed: z.coerce.boolean().default(false) });

/** The number of the refund and of its cards: another refund, or more cards, changes it. */
const versionOf = ({ number, units }: WholeRefund) => `${number} ${Object.values(units).join(" ")}`;

export const refundOrders: BulkAction<z.output<typeof Refund>> = {
  ...COMMON,
  label: "Refund of orders",
  permission: "orders.refund",
  changesCatalogue: true,
  Values: Refund,
  look: (shop, ids, { even_if_revealed: isEvenIfRevealed }) =>
    lookAt(shop, ids, async ({ id, status }) => {
      if (status !== "completed") return { reason: "is not completed" };
      const refund = await readWholeRefund(shop, id);
      if (refund === undefined) return { reason: "is refunded already" };
      const { revealed, amount, coins } = refund;
      if (revealed > 0 && !isEvenIfRevealed)
        return { reason: `${revealed === 1 ? "a code" : `${revealed} codes`} may have been seen and used` };
      return { seen: versionOf(refund), change: `${formatPaise(amount)} and ${coins / 100} coins` };
    }),
  async act(call, { id, seen }, { even_if_revealed: isEvenIfRevealed }) {
    const refund = await readWholeRefund(call.shop, id);
    if (refund === undefined || versionOf(refund) !== seen) throw new ApiError(409, CHANGED);
    const { units, number } = refund;
    const order = await getOrder(call.shop.db.read, id);
    const owed = await refundCards(call, order, { units, number, isEvenIfRevealed }, call);
    return owed === undefined ? "waiting" : "done";
  },
};

export const resendOrders: BulkAction = {
  label: "Vouchers sent again",
  permission: "orders.act",
  needsCode: false,
  needsReason: false,
  changesCatalogue: false,
  look: (shop, ids) =>
    lookAt(shop, ids, async (order) => {
      if (order.status !== "completed") return { reason: "has no vouchers yet" };
      return (await findClosing(shop.db.read, order.id)) === undefined ? {} : { reason: DISPUTED };
    }),
  act: async (call, { id }) => resendVouchers(call, await getOrder(call.shop.db.read, id), call.before),
};
