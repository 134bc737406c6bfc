import { createHmac } from "node:crypto";

import type { Secrets } from "../../../config/brand/secrets.ts";
import { areEqualSecrets } from "../../../config/process/equal-secrets.ts";
import { Unreachable } from "../../base/unreachable.ts";
import type { Gateway, Notice, Verified } from "../../ports/gateway.ts";
import { RAZORPAY_EVENTS } from "../webhook-events.ts";
import { ourRefundId, parseShape, readProven, readSecrets, type Unread } from "../wire.ts";
import { NAME } from "./client.ts";
import { disputeOf } from "./disputes.ts";
import { DisputeEvent, Event } from "./shapes.ts";

/**
 * The hexadecimal HMAC-SHA-256 of the raw body with the webhook's own secret (https://razorpay.com/docs/webhooks/validate-test).
 * Razorpay repeats an event for a day, and an operator can request replays of seven days, so an old event is valid, too.
 */
export function verifyWebhook(
  secrets: Secrets,
  { headers, rawBody }: Parameters<Gateway["verifyWebhook"]>[0],
): Verified {
  try {
    const signature = String(headers["x-razorpay-signature"] ?? "");
    const isValid = readSecrets(secrets, "WEBHOOK_SECRET").some((secret) =>
      areEqualSecrets(signature, createHmac("sha256", secret).update(rawBody).digest("hex")),
    );
    if (!isValid) return { ok: false, reason: "bad signature" };
    const read = (sent: unknown, hash: string): Notice[] | Unread => {
      const eventId = String(headers["x-razorpay-event-id"] ?? hash);
      const dispute = readDispute(sent);
      if (dispute !== undefined) return [{ eventId, ...dispute }];
      const event = parseShape(NAME, Event, sent);
      const reading = RAZORPAY_EVENTS[event.event];
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

/**
 * payment.dispute.*: only the id of its payment leads to the attempt, because browsers can set a payment's notes. The other parts of
 * the payload are not read, so that their shape hides no dispute.
 */
function readDispute(sent: unknown): Pick<Notice, "attempt" | "dispute"> | undefined {
  const { data } = DisputeEvent.safeParse(sent);
  if (data === undefined) return undefined;
  const dispute = data.payload.dispute.entity;
  return { attempt: { by: "payment", id: dispute.payment_id }, dispute: disputeOf(dispute) };
}

/**
 * Our id is in a link's reference, an order's receipt and the notes of entities that we make. A payment's own notes come last,
 * because browsers can set them.
 */
function readAttempt({ payload }: Event): Notice["attempt"] | undefined {
  const { payment, order, payment_link, qr_code, refund } = payload;
  const id =
    payment_link?.entity.reference_id ??
    qr_code?.entity.notes.attempt ??
    order?.entity.receipt ??
    payment?.entity.notes.attempt;
  if (id) return { by: "id", id };
  if (qr_code) return { by: "ref", name: "qr", value: qr_code.entity.id };
  const value = payment?.entity.order_id;
  if (value) return { by: "ref", name: "order", value };
  return refund && { by: "payment", id: refund.entity.payment_id };
}

function readRefund({ payload: { refund } }: Event): Pick<Notice, "refund" | "isOurRefund"> {
  if (refund === undefined) return {};
  return { refund: refund.entity.id, isOurRefund: ourRefundId(refund.entity.receipt) !== null };
}
