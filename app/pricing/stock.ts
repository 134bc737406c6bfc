import { CART_MAX_QUANTITY } from "#app/constants.ts";
import { clampQuantity } from "./amounts.ts";
import type { Denomination, Product } from "#app/commerce/types.ts";

type Stocked = Pick<Product, "denominations" | "stock">;

/** How many cards of an amount (paise) are left; null for more than the host counts, or where it does not say. */
export function leftOf({ stock = [] }: Pick<Product, "stock">, amount: number): number | null {
  const entry = stock.find((candidate) => candidate.amount === amount) ?? stock.find(({ amount }) => amount === null);
  return entry?.left ?? null;
}

/** The first amount that a product can be had for, paise; null once it is sold out. */
export function firstInStock(product: Stocked): number | null {
  const { denominations, stock = [] } = product;
  for (const { min, max } of denominations) {
    const fixed = stock.flatMap(({ amount }) => (amount !== null && amount > min && amount <= max ? amount : []));
    const found = [min, ...fixed].find((amount) => leftOf(product, amount) !== 0);
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether no amount of a product can be had any more, as far as the host says. */
export const isSoldOut = (product: Stocked) => product.denominations.length > 0 && firstInStock(product) === null;

/** Whether nothing of one entry of a product can be had any more. */
export const isEntrySoldOut = ({ stock }: Pick<Product, "stock">, entry: Denomination) =>
  isSoldOut({ stock, denominations: [entry] });

/** A quantity as typed, within what is left of the amount; 1 where none is. */
export const clampToStock = (typed: unknown, left: number | null) =>
  Math.min(clampQuantity(typed), left || CART_MAX_QUANTITY);
