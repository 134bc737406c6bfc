import { DAY_MS } from "../days.ts";

/** The staff can see a message to a phone for this time, like a gateway's notification. */
const MESSAGE_DAYS = 90;
export const MESSAGE_MS = MESSAGE_DAYS * DAY_MS;

/** A report by the provider's id waits for this time for the answer that contains the id. Longer than a call may take. */
export const EARLY_RECEIPT_MS = 10 * 60_000;
