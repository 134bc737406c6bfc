import { createHash } from "node:crypto";

import type { Secrets } from "../../../config/brand/secrets.ts";
import { areEqualSecrets } from "../../../config/process/equal-secrets.ts";
import { Unreachable } from "../../base/unreachable.ts";
import type { Gateway, Notice, Verified } from "../../ports/gateway.ts";
import { ATTEMPT_ID, isAboutDispute, ourRefundId, parseShape, readProven, readSecrets, type Unread } from "../wire.ts";
import { NAME } from "./bases.ts";
import { Event } from "./shapes.ts";

/** A declined try leaves the payer free to try again. */
const FAILED_TRY = "pg.transaction.failed";

/**
 * The hexadecimal SHA-256 of "user:password"
 * (https://developer.phonepe.com/payment-gateway/website-integration/standard-checkout/api-integration/api-reference/webhook).
 * The proof is the same for every call and does not cover the body. So only the id is read, and the status is queried.
 */
export function verifyWebhook(
  secrets: Secrets,
  { headers, rawBody }: Parameters<Gateway["verifyWebhook"]>[0],
): Verified {
  try {
    const proof = String(headers.authorization ?? "").toLowerCase();
    const users = readSecrets(secrets, "WEBHOOK_USER");
    const passwords = readSecrets(secrets, "WEBHOOK_PASSWORD");
    const words = users.flatMap((user) => passwords.map((password) => sha256(`${user}:${password}`)));
    if (!words.some((word) => areEqualSecrets(proof, word))) return { ok: false, reason: "bad proof" };
    const read = (sent: unknown, hash: string) => readNotices(parseShape(NAME, Event, sent), hash);
    return readProven({ name: NAME, rawBody, read });
  } catch (error) {
    if (error instanceof Unreachable) return { ok: false, reason: error.message };
    throw error;
  }
}

function readNotices({ event, payload }: Event, eventId: string): Notice[] | Unread {
  if (event === FAILED_TRY) return [];
  if (isAboutDispute(event ?? "")) return "unknown event"; // nobody has seen its shape
  const id = findText(payload, "originalMerchantOrderId") ?? findText(payload, "merchantOrderId");
  if (!id || !ATTEMPT_ID.test(id)) return "no attempt";
  const refund = findText(payload, "merchantRefundId");
  const named = refund && { refund, isOurRefund: ourRefundId(refund) !== null };
  return [{ eventId, attempt: { by: "id", id }, ...named }];
}

const MOST_LEVELS = 10;

/** The text of the first field of this name, at any usual depth. */
function findText(value: unknown, name: string, level = 0): string | undefined {
  if (typeof value !== "object" || value === null || level > MOST_LEVELS) return undefined;
  const own = (value as Record<string, unknown>)[name];
  if (typeof own === "string") return own;
  for (const inner of Object.values(value)) {
    const found = findText(inner, name, level + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const sha256 = (content: string) => createHash("sha256").update(content).digest("hex");
