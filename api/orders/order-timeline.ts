import type { OrderStatus } from "../domain/orders.ts";
import { formatCoins, formatPaise } from "../domain/pricing.ts";
import type { listGiftsOfOrders } from "../repositories/gifts/gifts.ts";
import type { Order } from "../repositories/orders/orders.ts";
import type { listCards, readOrderParts } from "../repositories/orders/read-order.ts";
import type { Dispute } from "../repositories/payments/disputes.ts";
import type { OrderRefund } from "../repositories/refunds/order-refunds.ts";
import type { listRefundsOfOrder } from "../repositories/refunds/payment-refunds.ts";
import type { AuditEntry } from "../repositories/staff/audit.ts";
import { tellStates } from "./order-states.ts";
import { tellDeliveries } from "./tell-deliveries.ts";

/** One event of an order: its time (ms), its name, its actor, and a remark. */
type Happening = { at: number; what: string; who: string; detail: string };

type Facts = Awaited<ReturnType<typeof readOrderParts>> &
  Awaited<ReturnType<typeof listCards>> & {
    order: Order;
    gifts: Awaited<ReturnType<typeof listGiftsOfOrders>>;
    refunds: OrderRefund[];
    disputes: Dispute[];
    paymentRefunds: Awaited<ReturnType<typeof listRefundsOfOrder>>;
    acts: AuditEntry[];
  };

/** Everything that is known about an order, oldest first. It holds no codes. */
export const tellTimeline = (facts: Facts): Happening[] =>
  [
    ...tellOrder(facts),
    ...tellMoney(facts),
    ...tellRefunds(facts),
    ...facts.disputes.flatMap(tellDispute),
    ...tellCards(facts),
    // At the same moment, an event comes before the state that it led to.
    ...tellStates(facts).map(({ at, state, detail }) => happening(at, SHOP, STATES[state], detail)),
    ...tellStaff(facts),
  ].sort((one, other) => one.at - other.at);

const SHOPPER = "Shopper";
const SHOP = "Shop";

const STATES: Record<OrderStatus, string> = {
  pending: "Order waits for its payment",
  paid: "Order paid",
  fulfilling: "Order being delivered",
  completed: "Order completed",
  expired: "Order expired",
  failed: "Order failed",
  paid_late: "Order paid late",
  refund_due: "Order refunded",
};

const happening = (at: number, who: string, what: string, detail = ""): Happening => ({ at, what, who, detail });

function tellOrder({ order, coinEntries, receipt }: Facts): Happening[] {
  const { created_at, terms_accepted_at: terms } = order;
  return [
    happening(created_at, SHOPPER, "Order placed", formatPaise(order.total)),
    ...(terms === null ? [] : [happening(terms, SHOPPER, "Terms accepted", order.terms_version ?? "")]),
    ...coinEntries.map((entry) =>
      happening(entry.created_at, SHOP, `Coins: ${entry.kind}`, `${formatCoins(entry.amount)} coins`),
    ),
    ...(receipt === undefined
      ? []
      : [happening(receipt.issued_at, SHOP, "Receipt issued", `${receipt.financial_year} no. ${receipt.serial}`)]),
  ];
}

function tellMoney({ payments, events, confirmations, webhooks }: Facts): Happening[] {
  const gatewayOf = new Map(payments.map(({ id, gateway }) => [id, gateway ?? "sandbox"]));
  return [
    ...payments.flatMap(({ id, gateway, amount, created_at, ended_at }) => [
      happening(created_at, SHOPPER, `Payment attempt with ${gateway ?? "sandbox"}`, `${formatPaise(amount)}, ${id}`),
      ...(ended_at === null ? [] : [happening(ended_at, SHOP, "Payment attempt closed", id)]),
    ]),
    ...events.map((event) =>
      happening(
        event.received_at,
        gatewayOf.get(event.payment_id)!,
        event.result === "success" ? `Money received: ${event.outcome}` : "Attempt ended unpaid",
        [formatPaise(event.amount), event.gateway_payment_id, event.bank_reference && `UTR ${event.bank_reference}`]
          .filter(Boolean)
          .join(", "),
      ),
    ),
    ...confirmations.map(({ confirmed_at, bank_reference, amount }) =>
      happening(confirmed_at, "Staff", "Found on a bank statement", `${formatPaise(amount)}, UTR ${bank_reference}`),
    ),
    ...webhooks.map(({ gateway, outcome, received_at }) =>
      happening(received_at, gateway, "Notification", outcome ?? "not processed yet"),
    ),
  ];
}

function tellRefunds({ refunds, paymentRefunds }: Facts): Happening[] {
  return [
    ...refunds.map(({ created_at, amount, coins, reason }) => {
      const owed = [formatPaise(amount), coins > 0 && `${formatCoins(coins)} coins`, reason];
      return happening(created_at, SHOP, "Refund due", owed.filter(Boolean).join(", "));
    }),
    ...paymentRefunds.flatMap(({ created_at, updated_at, state, reason, amount, gateway_refund_id: ref, detail }) => {
      const about = [formatPaise(amount), reason, ref].filter(Boolean).join(", ");
      const isAtStart = state === "due" && updated_at === created_at;
      return [
        ...(reason === "order" ? [] : [happening(created_at, SHOP, "Payment goes back", about)]),
        ...(isAtStart
          ? []
          : [happening(updated_at, "Gateway", `Refund ${state}`, [about, detail].filter(Boolean).join(", "))]),
      ];
    }),
  ];
}

function tellDispute({ gateway, created_at, updated_at, state, ...dispute }: Dispute): Happening[] {
  const about = [formatPaise(dispute.amount), dispute.phase, dispute.reason, dispute.gateway_dispute_id];
  const detail = about.filter(Boolean).join(", ");
  return [
    happening(created_at, gateway, "Payment disputed", detail),
    ...(updated_at === created_at
      ? []
      : [happening(updated_at, gateway, `Dispute ${state.replace("_", " ")}`, detail)]),
  ];
}

function tellCards({ cards, supplyOrders, gifts, mails, messages, reveals }: Facts): Happening[] {
  const issued = Map.groupBy(cards, ({ issued_at, product }) => `${issued_at} ${product}`);
  return [
    ...supplyOrders.map(({ created_at, supplier, quantity, product, state, reason, ref, issued: got }) =>
      happening(
        created_at,
        SHOP,
        `Ordered from ${supplier}: ${state}`,
        [`${got} of ${quantity} × ${product}`, ref, reason].filter(Boolean).join(", "),
      ),
    ),
    ...[...issued.values()].map((group) =>
      happening(group[0]!.issued_at ?? 0, SHOP, "Cards issued", `${group.length} × ${group[0]!.product}`),
    ),
    ...gifts.flatMap(({ opened_at, name }) =>
      opened_at === null ? [] : [happening(opened_at, "Recipient", "Gift opened", name)],
    ),
    ...tellDeliveries({ mails, messages }).map(({ at, what, detail }) => happening(at, SHOP, what, detail)),
    ...reveals.map(({ revealed_at, member, voucher_id }) =>
      happening(revealed_at, member, "Code revealed", `card ${voucher_id}`),
    ),
  ];
}

const tellStaff = ({ notes, acts }: Facts): Happening[] => [
  ...notes.map(({ created_at, author, text }) => happening(created_at, author, "Note", text)),
  ...acts
    .filter(({ act }) => act !== "order.note")
    .map(({ at, actor, act, reason }) => happening(at, actor, act, reason ?? "")),
];
