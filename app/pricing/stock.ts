import type { Denomination, Product } from "#app/commerce/types.ts";
import { CART_MAX_QUANTITY } from "#app/constants.ts";

import { clampQuantity } from "./amounts.ts";

type Stocked = Pick<Product, "denominations" | "stock">;

/** The stock of an amount (paise). Null above what the backend counts, or if it does not say. */
export function leftOf({ stock = [] }: Pick<Product, "stock">, amount: number): number | null {
  const entry = stock.find((candidate) => candidate.amount === amount) ?? stock.find(({ amount }) => amount === null);
  return entry?.left ?? null;
}

/** The first amount (paise) in stock, or null. */
export function firstInStock(product: Stocked): number | null {
  const { denominations, stock = [] } = product;
  for (const { min, max } of denominations) {
    const fixed = stock.flatMap(({ amount }) => (amount !== null && amount > min && amount <= max ? amount : []));
    const found = [min, ...fixed].find((amount) => leftOf(product, amount) !== 0);
    if (found !== undefined) return found;
  }
  return null;
}

/** True if no amount is left, as far as the backend says. */
export const isSoldOut = (product: Stocked) => product.denominations.length > 0 && firstInStock(product) === null;

export const isEntrySoldOut = ({ stock }: Pick<Product, "stock">, entry: Denomination) =>
  isSoldOut({ stock, denominations: [entry] });

/** A typed quantity, within the stock left of the amount; 1 if none is left. */
export const clampToStock = (typed: unknown, left: number | null) =>
  Math.min(clampQuantity(typed), left || CART_MAX_QUANTITY);
