import { createHmac } from "node:crypto";

import { areEqualSecrets } from "../../../config/process/equal-secrets.ts";

// The algorithm of github.com/qwikcilver/qwikgiftapioauth2sign, nodejs/request-signature.js.

/** Numbers that keep their text; TypeScript does not declare these functions yet. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
};

/** Like encodeURIComponent, but also encodes `!'()*`. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** JSON with the keys of every object sorted; arrays keep their order. The shop must send exactly this text to Woohoo. */
export const toSortedJson = (value: unknown): string => JSON.stringify(sortKeys(value));

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null || isRawJSON(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

function sortQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  const parameters = search.slice(1).split("&").filter(Boolean).sort();
  return `${origin}${pathname}${parameters.length === 0 ? "" : `?${parameters.join("&")}`}`;
}

type Signed = { method: string; /** Absolute. */ url: string; /** Sorted JSON; absent for none. */ body?: string };

/** The signed text: method, URL with sorted parameters, and body, joined by `&`. */
export const signedText = ({ method, url, body }: Signed): string =>
  [method.toUpperCase(), encode(sortQuery(url)), ...(body === undefined ? [] : [encode(body)])].join("&");

/** HMAC-SHA512 in hexadecimal, with the client secret. */
export const signWoohoo = (clientSecret: string, signed: Signed): string =>
  createHmac("sha512", clientSecret).update(signedText(signed)).digest("hex");

/**
 * True if Woohoo signed an answer: in the way of its request, with the answer's body. Numbers count as they were sent or as
 * JavaScript writes them, because the vendor's samples re-write the body before they sign.
 */
export function isSignedAnswer(clientSecret: string, { method, url }: Signed, text: string, signature: unknown) {
  if (typeof signature !== "string") return false;
  return [asSent, JSON.parse].some((parse) => {
    try {
      const body = toSortedJson(parse(text));
      return areEqualSecrets(signature.toLowerCase(), signWoohoo(clientSecret, { method, url, body }));
    } catch {
      return false; // not JSON
    }
  });
}

const asSent = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown, context?: { source: string }) =>
    typeof value === "number" && context !== undefined ? rawJSON(context.source) : value,
  );
