import { createHmac } from "node:crypto";

import type { Secrets } from "../../../config/brand/secrets.ts";
import { areEqualSecrets } from "../../../config/process/equal-secrets.ts";
import { Unreachable } from "../../base/unreachable.ts";
import type { Gateway, Notice, Verified } from "../../ports/gateway.ts";
import { CASHFREE_EVENTS } from "../webhook-events.ts";
import { ATTEMPT_ID, ourRefundId, parseShape, readProven, readSecrets, type Unread } from "../wire.ts";
import { NAME } from "./client.ts";
import { disputeOf } from "./disputes.ts";
import { DisputeEvent, Event } from "./shapes.ts";

/** Repeats come after minutes by default, and an operator may set other times. The core recognises repeats by their id. */
const TOLERANCE_MS = 24 * 3_600_000;

/**
 * The HMAC-SHA-256 in base64 of the timestamp followed by the raw body, with the client secret
 * (https://www.cashfree.com/docs/payments/online/webhooks/signature-verification).
 */
export function verifyWebhook(
  secrets: Secrets,
  { headers, rawBody, receivedAt }: Parameters<Gateway["verifyWebhook"]>[0],
): Verified {
  try {
    const timestamp = String(headers["x-webhook-timestamp"] ?? "");
    const signature = String(headers["x-webhook-signature"] ?? "");
    const isValid = readSecrets(secrets, "CLIENT_SECRET").some((secret) =>
      areEqualSecrets(signature, createHmac("sha256", secret).update(timestamp).update(rawBody).digest("base64")),
    );
    if (!isValid) return { ok: false, reason: "bad signature" };
    if (!/^\d{13}$/.test(timestamp) || Math.abs(receivedAt - Number(timestamp)) > TOLERANCE_MS)
      return { ok: false, reason: "too old" };
    const read = (sent: unknown, hash: string): Notice[] | Unread => {
      const eventId = String(headers["x-idempotency-key"] ?? hash);
      const dispute = readDispute(sent);
      if (dispute !== undefined) return [{ eventId, ...dispute }];
      const event = parseShape(NAME, Event, sent);
      const reading = CASHFREE_EVENTS[event.type];
      if (reading === undefined || reading === "dispute") return "unknown event";
      if (reading === "nothing") return [];
      const attempt = readAttempt(event);
      if (attempt === undefined) return "no attempt";
      return [{ eventId, attempt, ...readRefund(event) }];
    };
    return readProven({ name: NAME, rawBody, read });
  } catch (error) {
    if (error instanceof Unreachable) return { ok: false, reason: error.message };
    throw error;
  }
}

/** DISPUTE_CREATED, DISPUTE_UPDATED and DISPUTE_CLOSED. */
function readDispute(sent: unknown): Pick<Notice, "attempt" | "dispute"> | undefined {
  const { data: event } = DisputeEvent.safeParse(sent);
  if (event === undefined) return undefined;
  const { dispute, order_details } = event.data;
  const { cf_payment_id: id } = order_details;
  return { attempt: { by: "payment", id }, dispute: disputeOf(dispute, id) };
}

/**
 * An order or link of ours has our id. The order that Cashfree makes for a link has another id, and may name the link in its
 * tags; if not, the link's own event follows. A refund of such an order is found by its payment.
 */
function readAttempt({ data: { link_id, order, refund, auto_refund } }: Event): Notice["attempt"] | undefined {
  const back = refund ?? auto_refund;
  const ids = [link_id, order?.order_tags?.link_id, order?.order_id, back?.order_id];
  const id = ids.find((name): name is string => typeof name === "string" && ATTEMPT_ID.test(name));
  if (id !== undefined) return { by: "id", id };
  return back?.cf_payment_id == null ? undefined : { by: "payment", id: back.cf_payment_id };
}

function readRefund({ data: { refund, auto_refund } }: Event): Pick<Notice, "refund" | "isOurRefund"> {
  const back = refund ?? auto_refund;
  if (back?.cf_refund_id == null) return {};
  return { refund: back.cf_refund_id, isOurRefund: ourRefundId(back.refund_id) !== null };
}
