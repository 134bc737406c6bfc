import { t } from "../../config/language/t.ts";
import { formatPaise, type Quote } from "../domain/pricing.ts";
import { MOST_TOLD } from "../domain/stock/stock-left.ts";
import { translated } from "../domain/translations.ts";
import type { CartLine } from "../repositories/cart/order-cart.ts";

type Asked = { amount: number; coinsUsed: number };

/** The text for the shopper if the request no longer fits the cart, the catalogue or the balance; else undefined. */
export function findObjection(request: Asked, lines: CartLine[], offer: Quote, allowPartial: boolean) {
  if (lines.length === 0) return t("api.cartEmpty");
  const gone = lines.find((line) => line.is_available !== 1 || !line.is_sold);
  if (gone) return t("api.noLongerSold", { product: translated(gone).name });
  const short = lines.find(({ available, quantity }) => available < quantity);
  if (short) return describeShortage(short);
  if (request.coinsUsed > 0 && !offer.isEligible) {
    return t("api.tooFewCoins", { count: offer.coinsNeeded, coins: String(offer.coinsNeeded) });
  }
  const { coinsUsed } = request;
  const isExpected = coinsUsed === 0 || (allowPartial ? coinsUsed <= offer.coins : coinsUsed === offer.coins);
  if (isExpected && request.amount + request.coinsUsed === offer.total) return undefined;
  return t("api.cartChanged");
}

/** The text for a line with more cards than are available. */
export function describeShortage(line: CartLine) {
  const { denomination, available } = line;
  const card = { product: translated(line).name, amount: formatPaise(denomination) };
  if (available === 0) return t("api.cardSoldOut", card);
  if (available > MOST_TOLD) return t("api.cardsShort", card);
  return t("api.cardsLeft", { ...card, left: available });
}
