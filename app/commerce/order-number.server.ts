import { createHash, randomInt } from "node:crypto";
import type { CartItem } from "./types.ts";

const RANDOM_DIGITS = 9;

/** `ORD`, the moment in ms and nine random digits (docs/product.md, 6.3): the plain moment could be guessed. */
export const createOrderNumber = (now: number) =>
  `ORD${now}${String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, "0")}`;

/** The moment (epoch ms) that is part of an order number: its order is no older. */
export const orderedAfter = (orderNumber: string) => Number(orderNumber.slice(3, -RANDOM_DIGITS));

/** True for what createOrderNumber makes: a page hands its own number back, and nothing else may become one. */
export const isOrderNumber = (value: unknown): value is string =>
  typeof value === "string" && /^ORD\d{22}$/.test(value);

/** One cart with one choice of coins by one shopper: whatever its lines' order, and however often it is sent. */
export function cartFingerprint(items: CartItem[], wantsCoins: boolean, email: string): string {
  const lines = items
    .map(({ product, denomination, quantity, gift }) =>
      JSON.stringify([product.id ?? product.name, denomination, quantity, gift]),
    )
    .toSorted();
  return createHash("sha256")
    .update(JSON.stringify([email, wantsCoins, lines]))
    .digest("base64url");
}
