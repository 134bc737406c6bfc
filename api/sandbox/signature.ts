import { createHmac, type KeyObject } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import { z } from "zod";

import { areEqualSecrets } from "../../config/process/equal-secrets.ts";
import type { TenantKeys } from "../domain/keys.ts";
import type { PaymentView, Verified } from "../ports/gateway.ts";

// The storefront forwards x-awning-* headers of notifications.
const TIMESTAMP_HEADER = "x-awning-timestamp";
const SIGNATURE_HEADER = "x-awning-signature";

/** The largest accepted difference between a notification's timestamp and now. */
const TOLERANCE_MS = 5 * 60_000;

/** A notification's body. Amount in paise. */
const Notification = z.object({
  event_id: z.string().min(1).max(100),
  payment_id: z.string().min(1).max(100),
  order_number: z.string().min(1).max(100),
  result: z.enum(["success", "failed", "pending"]),
  amount: z.int().min(0),
  currency: z.string().max(10),
  payer: z.string().max(100).optional(),
  /** The id of the received payment, if several are reported; absent for a single one. */
  received_id: z.string().min(1).max(100).optional(),
});

export type SandboxNotification = z.output<typeof Notification>;

const sign = (key: KeyObject, timestamp: string, rawBody: string | Buffer) =>
  createHmac("sha256", key).update(`${timestamp}.`).update(rawBody).digest("base64url");

/** The headers of a notification sent at `now` (ms): HMAC-SHA-256 over timestamp and raw body with the tenant's key. */
export function signNotification(keys: TenantKeys, rawBody: string, now: number): Record<string, string> {
  const { id, secret } = keys.current("payment");
  const timestamp = String(now);
  return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: `${id}:${sign(secret, timestamp, rawBody)}` };
}

/** Checks a notification's signature and age, and parses the body only if both are valid. */
export function verifyNotification(
  keys: TenantKeys,
  { headers, rawBody }: { headers: IncomingHttpHeaders; rawBody: Buffer },
  now: number,
): Verified {
  const timestamp = String(headers[TIMESTAMP_HEADER] ?? "");
  const [keyId = "", signature = ""] = String(headers[SIGNATURE_HEADER] ?? "").split(":");
  const key = keys.find("payment", keyId);
  if (key === undefined || !areEqualSecrets(signature, sign(key.secret, timestamp, rawBody))) {
    return { ok: false, reason: "bad signature" };
  }
  if (!(Math.abs(now - Number(timestamp)) <= TOLERANCE_MS)) return { ok: false, reason: "too old" };
  const parsed = Notification.safeParse(parseJson(rawBody));
  if (!parsed.success) return { ok: false, reason: "not a notification" };
  const { event_id: eventId, payment_id: id, result, received_id: receivedId, ...received } = parsed.data;
  const view = toView(result, { id: receivedId ?? id, ...received });
  return { ok: true, notices: [{ eventId, attempt: { by: "id", id }, decided: view }] };
}

type Received = { id: string; amount: number; currency: string; payer?: string };

/** The sandbox's view of a payment: a declined one is over. */
export function toView(result: SandboxNotification["result"], { id, amount, currency, payer }: Received): PaymentView {
  if (result === "success")
    return { state: "paid", received: [{ gatewayPaymentId: id, amount, currency, payer, method: "upi" }], refunds: [] };
  return { state: result === "failed" ? "dead" : "open", received: [], refunds: [] };
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined; // the schema refuses it, with a reason
  }
}
