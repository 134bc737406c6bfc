import { createHash, randomInt } from "node:crypto";

import type { CartItem } from "./types.ts";

const RANDOM_DIGITS = 9;

/** `ORD`, milliseconds and nine random digits (docs/product.md, 6.3): the time alone could be guessed. */
export const createOrderNumber = (now: number) =>
  `ORD${now}${String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, "0")}`;

/** The time (epoch ms) in an order number. The order is not older than that. */
export const orderedAfter = (orderNumber: string) => Number(orderNumber.slice(3, -RANDOM_DIGITS));

/** True for the output of createOrderNumber. Pages send their number back, and no other text may become one. */
export const isOrderNumber = (value: unknown): value is string =>
  typeof value === "string" && /^ORD\d{22}$/.test(value);

/**
 * Identifies a cart, its choice of coins (all or none, or a number of hundredths) and its shopper's account. The order of the lines
 * does not matter. `detailOf` returns a further detail that distinguishes two lines.
 */
export function cartFingerprint(
  items: CartItem[],
  coins: boolean | number,
  account: string,
  detailOf: (item: CartItem) => unknown = () => null,
): string {
  const lines = items
    .map((item) =>
      JSON.stringify([
        // Two products may have the same name.
        item.product.id ?? [item.product.name, item.id],
        item.denomination,
        item.quantity,
        item.gift,
        detailOf(item),
      ]),
    )
    .toSorted();
  return createHash("sha256")
    .update(JSON.stringify([account, coins === Infinity || coins || false, lines]))
    .digest("base64url");
}
