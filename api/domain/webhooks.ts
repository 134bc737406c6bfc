import { DAY_MS } from "./days.ts";

/** The operator can see a gateway's notification, and process it again, for this time. */
export const WEBHOOK_DAYS = 90;
export const WEBHOOK_MS = WEBHOOK_DAYS * DAY_MS;

/** The outcome of a notification that concerns no payment of the shop, or one that is not stored yet. */
export const UNKNOWN_PAYMENT = "unknown payment";

/** The outcome of a notification that the gateway has signed, in a shape that names no payment of the shop. */
export const NOT_UNDERSTOOD = "not understood";
