import { createHmac, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import { areEqualSecrets } from "../../config/process/equal-secrets.ts";

const PREFIX = "whsec_";

/** A secret of an endpoint, in the form of https://www.standardwebhooks.com/: 32 bytes, random if none are given. */
export const createSecret = (bytes = randomBytes(32)) => `${PREFIX}${bytes.toString("base64")}`;

/**
 * The headers that prove a message, as in Standard Webhooks: one signature for each valid secret.
 * @param now ms
 */
export function signMessage(secrets: string[], id: string, now: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = secrets.map((secret) => sign(secret, id, timestamp, body));
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

function sign(secret: string, id: string, timestamp: string, body: string | Buffer): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}

const MOST_SECONDS_APART = 300;

/**
 * Checks the headers of signMessage over the bytes of a body, in constant time: one signature by one of the secrets is enough.
 * @param now ms; a timestamp that is more than five minutes away is refused
 */
export function verifyMessage(
  secrets: string[],
  headers: IncomingHttpHeaders,
  now: number,
  body: Buffer,
): { ok: true } | { ok: false; reason: string } {
  const [id, timestamp, given] = ["id", "timestamp", "signature"].map((name) =>
    String(headers[`webhook-${name}`] ?? ""),
  );
  const isSigned = given!
    .split(" ")
    .some((signature) => secrets.some((secret) => areEqualSecrets(signature, sign(secret, id!, timestamp!, body))));
  if (!isSigned) return { ok: false, reason: "bad signature" };
  // After the proof, so that an answer reveals nothing about the clock to a stranger.
  const isFresh = /^\d{1,12}$/.test(timestamp!) && Math.abs(now / 1_000 - Number(timestamp)) <= MOST_SECONDS_APART;
  return isFresh ? { ok: true } : { ok: false, reason: "old timestamp" };
}
