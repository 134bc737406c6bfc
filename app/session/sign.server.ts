import { createHmac, createSecretKey } from "node:crypto";

import { areEqualSecrets } from "../../config/process/equal-secrets.ts";

/**
 * Signs cookies as React Router's `secrets` do: HMAC-SHA-256 with the first of `secrets`. React Router imports the key into
 * WebCrypto for each cookie, which took a quarter of the CPU time of a poll.
 */
export function signWith(secrets: string[]) {
  const keys = secrets.map((secret) => createSecretKey(secret, "utf8"));

  const sign = (value: string, key = keys[0]!) =>
    `${value}.${createHmac("sha256", key).update(value).digest("base64").replace(/=+$/, "")}`;

  /** Returns "" for a value that none of `secrets` signed. */
  function unsign(signed: string) {
    const value = signed.slice(0, signed.lastIndexOf("."));
    return keys.some((key) => areEqualSecrets(signed, sign(value, key))) ? value : "";
  }

  return {
    sign: (value: string) => sign(value),
    unsign,
    encode: (value: string) => encodeURIComponent(sign(value)),
    /** Never throws, because the cookie parser would take the text as it came. */
    decode: (text: string) => (isEncoded(text) ? unsign(decodeURIComponent(text)) : ""),
  };
}

const isEncoded = (text: string) => /^(?:[^%]|%[0-7][\da-f])*$/i.test(text);
