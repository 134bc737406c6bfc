import { formatPaise, type Quote } from "../domain/pricing.ts";
import { MOST_TOLD } from "../domain/stock/stock-left.ts";
import type { CartLine } from "../repositories/cart/order-cart.ts";

type Asked = { amount: number; coinsUsed: number };

/** The text for the shopper if the request no longer fits the cart, the catalogue or the balance; else undefined. */
export function findObjection(request: Asked, lines: CartLine[], offer: Quote, allowPartial: boolean) {
  if (lines.length === 0) return "Your cart is empty.";
  const gone = lines.find((line) => line.is_available !== 1 || !line.is_sold);
  if (gone) return `${gone.name} is not available any more.`;
  const short = lines.find(({ available, quantity }) => available < quantity);
  if (short) return describeShortage(short);
  if (request.coinsUsed > 0 && !offer.isEligible) {
    return `Insufficient coins for discount. Need ${offer.coinsNeeded} coins.`;
  }
  const { coinsUsed } = request;
  const isExpected = coinsUsed === 0 || (allowPartial ? coinsUsed <= offer.coins : coinsUsed === offer.coins);
  if (isExpected && request.amount + request.coinsUsed === offer.total) return undefined;
  return "Your cart has changed. Please check the new total.";
}

/** The text for a line with more cards than are available. */
export function describeShortage({ name, denomination, available }: CartLine) {
  const card = `${name} of ${formatPaise(denomination)}`;
  if (available === 0) return `${card} is sold out.`;
  if (available > MOST_TOLD) return `There are not as many cards of ${card} left as you want.`;
  return `Only ${available} ${available === 1 ? "card" : "cards"} of ${card} ${available === 1 ? "is" : "are"} left.`;
}
