/**
 * The cause of a refusal:
 * - `configuration`: entity, header, template or credentials are wrong; it never helps to try again
 * - `recipient`: this number cannot get it on this channel
 * - `busy`: the provider asks to try again later, and has sent nothing
 */
export type MessageFault = "configuration" | "recipient" | "busy";

/** The states of a message on its way. They move forward only; `failed` only before `delivered`. */
export type ReceiptState = "accepted" | "sent" | "delivered" | "read" | "failed";

const RANKS = { sending: 0, accepted: 1, sent: 2, delivered: 3, read: 4 } as const;
export type LiveState = keyof typeof RANKS;
/** The state of a message on all its channels (api/db/schema-messages.ts). */
export type MessageState = LiveState | "waiting" | "failed" | "dropped";

/** True if a report moves a message on a channel forward. A failure counts only before the delivery. */
export function isForward(from: LiveState | "failed", to: ReceiptState): boolean {
  if (to === "failed") return from !== "failed" && RANKS[from] < RANKS.delivered;
  return from === "failed" ? RANKS[to] >= RANKS.delivered : RANKS[to] > RANKS[from];
}

/** The best of the states on all channels; undefined if none of them is on its way. */
export const bestState = (states: (LiveState | "failed")[]): Exclude<LiveState, "sending"> | undefined =>
  (["read", "delivered", "sent", "accepted"] as const).find((state) => states.includes(state));

const STOP = /^(?:stop|stop all|unsubscribe|opt ?out|बंद(?: करें)?|रोकें|स्टॉप)[.!]?$/i;
const START = /^(?:start|unstop|शुरू(?: करें)?|स्टार्ट)[.!]?$/i;

/** The wish in a reply to a message: no more messages, messages again, or none of the two. */
export function readReply(text: string): "stop" | "start" | undefined {
  const line = text.normalize("NFKC").trim();
  if (STOP.test(line)) return "stop";
  return START.test(line) ? "start" : undefined;
}
