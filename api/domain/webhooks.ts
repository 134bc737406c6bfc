/** How long the operator can look at a gateway's notification and process it again. */
export const WEBHOOK_DAYS = 90;
export const WEBHOOK_MS = WEBHOOK_DAYS * 24 * 60 * 60_000;
