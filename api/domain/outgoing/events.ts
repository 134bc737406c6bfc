import { DAY_MS } from "../days.ts";
import type { OrderStatus } from "../orders.ts";

/** The events for the operator's own systems (docs/operator-api.md), each with its meaning. */
export const EVENTS = {
  "order.placed": "An order was placed.",
  "order.paid": "An order was paid, in time or late.",
  "order.held": "A paid order waits for a decision of the staff.",
  "order.released": "The staff released a held order.",
  "order.refused": "The staff refused a held order.",
  "order.delivered": "An order is complete. Cards that it did not get are refunded.",
  "order.failed": "The payment of an order failed.",
  "order.expired": "An order was not paid in time, or was replaced by another one.",
  "refund.due": "An order owes its buyer money or coins.",
  "refund.sent": "A refund is on its way, or was paid by hand.",
  "refund.failed": "A refund failed at the bank. Send it again.",
  "dispute.opened": "The payer disputes the payment of an order, or does so again.",
  "dispute.won": "A dispute was won. The payment stays with the shop.",
  "dispute.lost": "A dispute was lost. The gateway has taken the money.",
  "dispute.closed": "A dispute ended without a decision.",
  "gift.opened": "A gift was opened for the first time.",
} as const;

/** `test` is sent from the console, to one endpoint. */
export type EventType = keyof typeof EVENTS | "test";

export const EVENT_TYPES = Object.keys(EVENTS) as (keyof typeof EVENTS)[];

/** The event when an order gets a status; undefined if there is none. */
export const eventOfStatus = (status: OrderStatus): EventType | undefined => OF_STATUS[status];

const OF_STATUS: Partial<Record<OrderStatus, EventType>> = {
  paid: "order.paid",
  paid_late: "order.paid",
  completed: "order.delivered",
  failed: "order.failed",
  expired: "order.expired",
};

/** Events are kept for this time, and can be sent again. */
const EVENT_DAYS = 30;
export const EVENT_MS = EVENT_DAYS * DAY_MS;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** The pauses between the tries of a delivery: three days in all. */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** An endpoint that accepts nothing during all tries of an event is paused. */
export const PATIENCE_MS = PAUSES_MS.reduce((sum, pause) => sum + pause);

/** The pause after a delivery has failed so many times (ms); undefined once it is given up. */
export const pauseAfterFailure = (failures: number): number | undefined => PAUSES_MS[failures - 1];
