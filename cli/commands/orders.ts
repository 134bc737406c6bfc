import { ApiError } from "../../api/base/error.ts";
import type { Reader } from "../../api/db/database.ts";
import { giftState } from "../../api/domain/gifts/gift.ts";
import { ORDER_STATUSES, type OrderStatus } from "../../api/domain/orders.ts";
import { REVIEW_REASONS } from "../../api/domain/purchase-limits.ts";
import { refuseOrder, releaseOrder } from "../../api/orders/review-order.ts";
import { hashReview } from "../../api/orders/seen-order.ts";
import { listGiftsOfOrders } from "../../api/repositories/gifts/gifts.ts";
import {
  findOrders,
  listAllOrders,
  listHeldOrders,
  listPaymentEvents,
} from "../../api/repositories/orders/all-orders.ts";
import { listOrderItems } from "../../api/repositories/orders/orders.ts";
import { listOrderRefunds } from "../../api/repositories/refunds/order-refunds.ts";
import type { Shop } from "../../api/shop/shop.ts";
import { CommandError, defineCommand, UsageError } from "../command/command.ts";
import { withShop } from "../command/open-shop.ts";
import { amount, JSON_OPTION, printJson, printList, printTable, time } from "../command/print.ts";
import { readCount, REASON_OPTION } from "../command/read-value.ts";
import type { Terminal } from "../command/terminal.ts";

const DEFAULT_LIMIT = 50;

const list = defineCommand({
  name: "orders list",
  args: ["BRAND"],
  more: `A status is one of ${ORDER_STATUSES.join(", ")}.`,
  options: {
    status: { value: "STATUS", about: "only orders with this status" },
    limit: { value: "N", about: `maximum number of orders (${DEFAULT_LIMIT})` },
    json: JSON_OPTION,
  },
  async run({ args: { BRAND }, options, terminal }) {
    const filter = {
      status: readStatus(options.status),
      limit: options.limit === undefined ? DEFAULT_LIMIT : readCount(options.limit, "--limit", 100_000),
    };
    const orders = await withShop(terminal, BRAND, ({ db }) => listAllOrders(db.read, filter));
    printList(terminal, orders.map(summary), { json: options.json, whenEmpty: "No orders." });
  },
});

const show = defineCommand({
  name: "orders show",
  args: ["BRAND", "NUMBER"],
  options: { json: JSON_OPTION },
  async run({ args: { BRAND, NUMBER }, options, terminal }) {
    const shown = await withShop(terminal, BRAND, async ({ db }) =>
      describe(db.read, await getOneOrder(db.read, NUMBER)),
    );
    if (options.json) return printJson(terminal, shown);
    const { lines, gifts, payment_events: events, refunds, ...order } = shown;
    for (const [name, value] of Object.entries(order)) terminal.print(`${name.padEnd(16)}${value ?? ""}`);
    terminal.print("\nLines");
    printTable(terminal, lines, "none");
    terminal.print("\nGifts");
    printTable(terminal, gifts, "none");
    terminal.print("\nPayment events");
    printTable(terminal, events, "none");
    terminal.print("\nRefunds");
    printTable(terminal, refunds, "none");
  },
});

const reviewList = defineCommand({
  name: "orders review list",
  args: ["BRAND"],
  more: "The limits in tenant.json decide which orders are held. Their shoppers see that the order is being checked.",
  options: { json: JSON_OPTION },
  async run({ args: { BRAND }, options, terminal }) {
    const orders = await withShop(terminal, BRAND, ({ db }) => listHeldOrders(db.read));
    const rows = orders.map((order) => ({
      ...summary(order),
      phone: order.phone ?? "",
      account_since: time(order.account_created_at),
      reason: reviewReason(order) ?? "",
    }));
    printList(terminal, rows, { json: options.json, whenEmpty: "No order is held for review." });
  },
});

const reviewRelease = defineCommand({
  name: "orders review release",
  args: ["BRAND", "NUMBER"],
  options: {
    reason: REASON_OPTION,
    "without-payment": { about: "deliver it although the gateway has given the payment back" },
  },
  audited: "always",
  async run({ args: { BRAND, NUMBER }, options, terminal }) {
    await decide(terminal, BRAND, NUMBER, async (shop, order, seen) => {
      const isGivenBack = order.review === "held" && order.review_reason === "given_back";
      if (isGivenBack && !options["without-payment"]) throw new CommandError(GIVEN_BACK);
      return releaseOrder(shop, order.id, seen);
    });
    terminal.print(`Order ${NUMBER} is released.`);
  },
});

const reviewRefund = defineCommand({
  name: "orders review refund",
  args: ["BRAND", "NUMBER"],
  more: "Its coins are credited at once; `awning refunds send` sends the cash through the gateway.",
  options: { reason: REASON_OPTION },
  audited: "always",
  async run({ args: { BRAND, NUMBER }, terminal }) {
    await decide(terminal, BRAND, NUMBER, (shop, { id }, seen) => refuseOrder(shop, id, seen));
    terminal.print(`Order ${NUMBER} is refunded.`);
  },
});

const GIVEN_BACK =
  "the gateway has given this payment back: refund the order, or add --without-payment to deliver it without payment";

export const commands = [list, show, reviewList, reviewRelease, reviewRefund];

/** @throws CommandError for an order that is not held for review, or whose payment is gone */
const decide = (
  terminal: Terminal,
  brand: string,
  number: string,
  decision: (shop: Shop, order: FoundOrder, seen: string) => Promise<boolean>,
) =>
  withShop(terminal, brand, async (shop) => {
    const order = await getOneOrder(shop.db.read, number);
    const isHeld = await decision(shop, order, await hashReview(shop.db.read, order)).catch((error: unknown) => {
      throw error instanceof ApiError ? new CommandError(error.detail) : error;
    });
    if (!isHeld) throw new CommandError(`order ${number} is not held for review`);
  });

type FoundOrder = Awaited<ReturnType<typeof findOrders>>[number];

/** @throws CommandError when there is none, or several shoppers have an order with this number */
export async function getOneOrder(db: Reader, idOrNumber: string): Promise<FoundOrder> {
  const [order, ...others] = await findOrders(db, idOrNumber);
  if (order === undefined) throw new CommandError(`there is no order ${idOrNumber}`);
  if (others.length === 0) return order;
  const ids = [order, ...others].map(({ id, email }) => `${id} (${email})`).join(", ");
  throw new CommandError(`several shoppers have an order ${idOrNumber}; give its id: ${ids}`);
}

/** The reason for which the order is or was held; null if it never was, or was held before reasons were stored. */
const reviewReason = ({ review_reason: reason }: FoundOrder) => reason && REVIEW_REASONS[reason];

const summary = (order: FoundOrder) => ({
  order_number: order.order_number,
  reference: order.short_reference ?? "",
  status: order.status,
  created_at: time(order.created_at),
  shopper: order.email,
  total: amount(order.total),
  amount: amount(order.amount),
  coins: amount(order.coins),
});

async function describe(db: Reader, order: FoundOrder) {
  const items = await listOrderItems(db, order.id);
  const gifts = await listGiftsOfOrders(db, [order.id]);
  const events = await listPaymentEvents(db, order.id);
  const refunds = await listOrderRefunds(db, order.id);
  return {
    id: order.id,
    ...summary(order),
    expires_at: time(order.expires_at),
    updated_at: time(order.updated_at),
    review: order.review,
    review_reason: reviewReason(order),
    lines: items.map((item) => ({
      product: item.name,
      denomination: amount(item.denomination),
      quantity: item.quantity,
      issued: item.issued,
      refunded: item.refunded,
      status: item.status,
    })),
    gifts: gifts.map((gift) => ({
      product: gift.name,
      recipient: gift.recipient_email,
      phone: gift.recipient_phone,
      state: giftState(gift),
      due_at: gift.due_at === null ? null : time(gift.due_at),
      sent_at: gift.sent_at === null ? null : time(gift.sent_at),
      opened_at: gift.opened_at === null ? null : time(gift.opened_at),
    })),
    payment_events: events.map((event) => ({
      received_at: time(event.received_at),
      result: event.result,
      amount: amount(event.amount),
      currency: event.currency,
      outcome: event.outcome,
      payment: event.payment_id,
    })),
    refunds: refunds.map((refund) => ({
      amount: amount(refund.amount),
      coins: amount(refund.coins),
      reason: refund.reason,
      created_at: time(refund.created_at),
      sent_at: refund.sent_at === null ? null : time(refund.sent_at),
    })),
  };
}

function readStatus(text: string | undefined): OrderStatus | undefined {
  if (text === undefined) return undefined;
  const status = ORDER_STATUSES.find((known) => known === text);
  if (status === undefined) throw new UsageError(`--status must be one of ${ORDER_STATUSES.join(", ")}`);
  return status;
}
