import { CART_MAX_QUANTITY } from "#app/base/constants.ts";
import type { Denomination, Product } from "#app/commerce/types.ts";

import { clampQuantity } from "./amounts.ts";

type Stocked = Pick<Product, "denominations" | "stock">;

/** The entry of an amount (paise), or the one of all other amounts. */
const entryOf = ({ stock = [] }: Pick<Product, "stock">, amount: number) =>
  stock.find((candidate) => candidate.amount === amount) ?? stock.find((candidate) => candidate.amount === null);

/** The stock of an amount (paise). Null above the backend's counting limit, or if it reports none. */
export const leftOf = (product: Pick<Product, "stock">, amount: number): number | null =>
  entryOf(product, amount)?.left ?? null;

/** The time (ms) at which the first card of an amount (paise) expires. Null if the backend does not report it. */
export const firstExpiryOf = (product: Pick<Product, "stock">, amount: number): number | null =>
  entryOf(product, amount)?.expiresAt ?? null;

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

type Range = { min: number | null; max: number | null };

/** The least amount (paise) in stock within a range, or null. */
export function leastInStock(product: Stocked, { min: from, max: to }: Range): number | null {
  const { denominations, stock = [] } = product;
  const offered = denominations.flatMap(({ min, max }) => {
    const [least, most] = [Math.max(min, from ?? min), Math.min(max, to ?? max)];
    const fixed = stock.flatMap(({ amount }) => amount ?? []);
    return [least, ...fixed].filter((amount) => amount >= least && amount <= most);
  });
  const left = offered.filter((amount) => leftOf(product, amount) !== 0);
  return left.length > 0 ? Math.min(...left) : null;
}

/** True if no amount is left, by the backend's report. */
export const isSoldOut = (product: Stocked) => product.denominations.length > 0 && firstInStock(product) === null;

export const isEntrySoldOut = ({ stock }: Pick<Product, "stock">, entry: Denomination) =>
  isSoldOut({ stock, denominations: [entry] });

/** A typed quantity, within the stock left of the amount; 1 if none is left. */
export const clampToStock = (typed: unknown, left: number | null) =>
  Math.min(clampQuantity(typed), left || CART_MAX_QUANTITY);
