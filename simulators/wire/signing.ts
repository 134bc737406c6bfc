import { createHash, createHmac } from "node:crypto";

const hmac = (algorithm: "sha256" | "sha512", key: string | Buffer, message: string, encoding: "hex" | "base64") =>
  createHmac(algorithm, key).update(message, "utf8").digest(encoding);

/**
 * Razorpay: hex HMAC-SHA256. A webhook signs its raw body with the webhook secret; a return to the shop signs its parts,
 * joined by "|", with the API secret (https://razorpay.com/docs/webhooks/validate-test/).
 */
export const signRazorpay = (key: string, ...parts: string[]) => hmac("sha256", key, parts.join("|"), "hex");

/** Cashfree: base64 HMAC-SHA256 over the timestamp and the raw body (PGVerifyWebhookSignature of their SDKs). */
export const signCashfree = (clientSecret: string, timestamp: string, body: string) =>
  hmac("sha256", clientSecret, timestamp + body, "base64");

/** PhonePe: hex SHA-256 of "user:password", the same for each call (their SDK's CommonUtils). */
export const signPhonePe = (user: string, password: string) =>
  createHash("sha256").update(`${user}:${password}`, "utf8").digest("hex");

/** Meta: `sha256=` and the hexadecimal HMAC-SHA256 of the raw body with the app's secret. */
export const signMeta = (appSecret: string, body: string) => `sha256=${hmac("sha256", appSecret, body, "hex")}`;

/** Standard Webhooks (https://www.standardwebhooks.com/): one signature by a secret such as whsec_…; `timestamp` in Unix seconds. */
export const signStandardWebhook = (secret: string, id: string, timestamp: string, body: string) =>
  `v1,${hmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"), `${id}.${timestamp}.${body}`, "base64")}`;

/** Woohoo: the signed text, as in qwikcilver/qwikgiftapioauth2sign, nodejs/request-signature.js. */
export function woohooMessage(method: string, url: string, body?: unknown): string {
  const [base = "", query] = url.split("?");
  const parts = [query === undefined ? base : `${base}?${query.split("&").sort().join("&")}`];
  if (body !== undefined) parts.push(JSON.stringify(sortKeys(body)));
  return [method.toUpperCase(), ...parts.map(encode)].join("&");
}

/** Woohoo: hex HMAC-SHA512 of the message with the client secret. */
export const signWoohoo = (clientSecret: string, method: string, url: string, body?: unknown) =>
  hmac("sha512", clientSecret, woohooMessage(method, url, body), "hex");

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Sorts the keys of all objects; lists keep their order. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortKeys(inner)]));
}
