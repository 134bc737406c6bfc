import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** A secret of an endpoint, in the form of https://www.standardwebhooks.com/: 32 bytes, random if none are given. */
export const createSecret = (bytes = randomBytes(32)) => `${PREFIX}${bytes.toString("base64")}`;

/**
 * The headers that prove a message, as in Standard Webhooks: one signature for each valid secret.
 * @param now ms
 */
export function signMessage(secrets: string[], id: string, now: number, body: string): Record<string, string> {
  const timestamp = Math.floor(now / 1_000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}
