import { giftState, phoneState } from "../../domain/gifts/gift.ts";
import { createEyes } from "../../domain/mask.ts";
import { isBeingChecked } from "../../domain/orders.ts";
import { REVIEW_REASONS } from "../../domain/purchase-limits.ts";
import { leftOfOrder } from "../../domain/refunds.ts";
import { waitingSince } from "../../domain/staff/second-member.ts";
import { tellTimeline } from "../../orders/order-timeline.ts";
import { hashFacts } from "../../orders/seen-order.ts";
import { waitingRefunds } from "../../refunds/waiting-refunds.ts";
import { getUser } from "../../repositories/accounts/users.ts";
import { countRevealed } from "../../repositories/cards/vouchers.ts";
import { listGiftsOfOrders } from "../../repositories/gifts/gifts.ts";
import { findMessageAbout } from "../../repositories/messages/message-lists.ts";
import { findOrders } from "../../repositories/orders/all-orders.ts";
import { listWaitingRequestsOf } from "../../repositories/orders/money-requests.ts";
import { listOrderItems, type Order } from "../../repositories/orders/orders.ts";
import { listCards, readOrderParts } from "../../repositories/orders/read-order.ts";
import { listDisputesOfOrder } from "../../repositories/payments/disputes.ts";
import { listOrderRefunds } from "../../repositories/refunds/order-refunds.ts";
import { listRefundsOfOrder } from "../../repositories/refunds/payment-refunds.ts";
import { listAudit } from "../../repositories/staff/audit.ts";
import { type BrandCall, maySeePeople } from "../brand-route.ts";
import { messageJson } from "./messages/message-json.ts";
import { disputeJson } from "./money/disputes.ts";

/** The most actions that an order's page shows. */
const MOST_ACTS = 200;

/**
 * The actions on an order. The command line and former versions record an order's number, which is ambiguous if two orders have
 * it.
 */
async function listActions({ shop, staff }: Pick<BrandCall, "shop" | "staff">, { id, order_number }: Order) {
  const isAlone = (await findOrders(shop.db.read, order_number)).length === 1;
  const about = (subject: string) => listAudit(staff.db.read, { brands: [shop.tenant.id], subject, limit: MOST_ACTS });
  return [...(await about(id)), ...(isAlone ? await about(order_number) : [])];
}

/** One order with all its parts; codes stay encrypted. */
export async function showOrder({ shop, staff, member }: BrandCall, order: Order) {
  const { read } = shop.db;
  const { id, user_id, order_number } = order;
  const [items, gifts, refunds, paymentRefunds, disputes] = await Promise.all([
    listOrderItems(read, id),
    listGiftsOfOrders(read, [id]),
    listOrderRefunds(read, id),
    listRefundsOfOrder(read, id),
    listDisputesOfOrder(read, id),
  ]);
  const [parts, { cards, reveals }, user, revealed, acts, requests, message] = await Promise.all([
    readOrderParts(read, id),
    listCards(read, id),
    getUser(read, user_id),
    countRevealed(read, id),
    listActions({ shop, staff }, order),
    listWaitingRequestsOf(read, id, waitingSince(shop.clock.now())),
    findMessageAbout(read, { kind: "vouchers", about: id }),
  ]);
  const waiting = new Set(waitingRefunds(paymentRefunds).map(({ id }) => id));
  const eyes = createEyes(maySeePeople({ member, shop }));
  return {
    order: {
      id,
      order_number,
      status: order.status,
      review: order.review,
      total: order.total,
      amount: order.amount,
      coins: order.coins,
      created_at: order.created_at,
      updated_at: order.updated_at,
      is_held: isBeingChecked(order),
      review_reason: order.review_reason && REVIEW_REASONS[order.review_reason],
      expires_at: order.expires_at,
      short_reference: order.short_reference,
      seen: hashFacts(order, paymentRefunds, disputes),
    },
    shopper: shopperJson(user, eyes),
    message: message === undefined ? null : messageJson(message, eyes),
    lines: items.map((item) => lineJson(item, gifts)),
    gifts: gifts.map((gift) => giftJson(gift, eyes)),
    cards: cards.map((card) => cardJson(card, reveals)),
    payments: parts.payments.map((payment) => paymentJson(payment, parts)),
    refunds: refunds.map(({ order_id: _, ...refund }) => refund),
    // For an order that ended in another way, coins and cash were also returned in other ways.
    left: order.status === "completed" ? leftOfOrder(order, refunds) : null,
    payment_refunds: paymentRefunds.map(({ tries: _, ...row }) => ({
      ...row,
      is_waiting: waiting.has(row.id),
    })),
    disputes: disputes.map(disputeJson),
    requests: requests.map(({ kind, amount, asked_by }) => ({ kind, amount, asked_by })),
    supply_orders: parts.supplyOrders.map(({ order_item_id: _, ...supply }) => supply),
    receipt: parts.receipt ? { year: parts.receipt.financial_year, serial: parts.receipt.serial } : null,
    revealed,
    timeline: tellTimeline({ ...parts, cards, reveals, order, gifts, refunds, paymentRefunds, disputes, acts }),
  };
}

type Parts = Awaited<ReturnType<typeof readOrderParts>>;
type Cards = Awaited<ReturnType<typeof listCards>>;
type Gift = Awaited<ReturnType<typeof listGiftsOfOrders>>[number];
type Eyes = ReturnType<typeof createEyes>;

const shopperJson = (user: Awaited<ReturnType<typeof getUser>>, eyes: Eyes) => ({
  id: user.id,
  name: eyes.name(user.username),
  email: eyes.email(user.email),
  phone: user.phone && eyes.phone(user.phone),
  delivery_email: user.delivery_email && eyes.email(user.delivery_email),
  created_at: user.created_at,
  disabled_at: user.disabled_at,
});

const lineJson = (item: Awaited<ReturnType<typeof listOrderItems>>[number], gifts: Gift[]) => ({
  id: item.id,
  product_id: item.product_id,
  name: item.name,
  denomination: item.denomination,
  quantity: item.quantity,
  issued: item.issued,
  refunded: item.refunded,
  status: item.status,
  is_gift: gifts.some(({ order_item_id }) => order_item_id === item.id),
});

const giftJson = (gift: Gift, eyes: Eyes) => ({
  id: gift.order_item_id,
  product: gift.name,
  state: giftState(gift),
  send_on: gift.send_on,
  name: eyes.name(gift.recipient_name),
  email: gift.recipient_email && eyes.email(gift.recipient_email),
  phone: gift.recipient_phone && eyes.phone(gift.recipient_phone),
  phone_state: phoneState(gift),
  due_at: gift.due_at,
  sent_at: gift.sent_at,
  opened_at: gift.opened_at,
});

const cardJson = (card: Cards["cards"][number], reveals: Cards["reveals"]) => ({
  id: card.id,
  line: card.order_item_id,
  product: card.product,
  face_value: card.face_value,
  issued_at: card.issued_at,
  expires_at: card.expires_at,
  used_at: card.used_at,
  supply_ref: card.supply_ref,
  reveals: reveals.filter(({ voucher_id }) => voucher_id === card.id).length,
});

const paymentJson = (payment: Parts["payments"][number], { refs, events }: Parts) => ({
  ...payment,
  gateway: payment.gateway ?? "sandbox",
  refs: refs.filter(({ payment_id }) => payment_id === payment.id).map(({ name, value }) => ({ name, value })),
  events: events.filter(({ payment_id }) => payment_id === payment.id).map(({ payment_id: _, ...event }) => event),
});
