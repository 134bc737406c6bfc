import type { CartItem } from "#app/commerce/types.ts";
import { ALL_COINS } from "#app/pricing/amounts.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import { siteContext } from "#app/request/context.ts";

import { t } from "../../../config/language/t.ts";
import { readRupees } from "../../../config/typed/amount.ts";
import { lastChoice, rememberCoinChoice } from "./coin-choice.server.ts";
import type { Context } from "./known-order.server.ts";
import { priceForShopper } from "./shown-price.server.ts";

/** A number of coins that was refused: the typed text and the reason. */
export type CoinProblem = { typed: string; detail: string };

const MAX_TYPED = 20;

/** Remembers the coins that the cart's form requests, unless readCoinAmount() refuses them. */
export async function chooseCoins(context: Context, form: FormData, items: CartItem[]) {
  const asked = await readCoinAmount(context, form, items);
  if (typeof asked !== "number") return { wanted: 0, coins: asked };
  rememberCoinChoice(context, asked);
  return { wanted: asked, coins: null };
}

/**
 * The coins that the cart's form requests (see ALL_COINS), or the reason of a refusal. A number that the page has shown and nobody
 * has changed keeps the last choice, which may be more than a smaller cart can use.
 */
async function readCoinAmount(context: Context, form: FormData, items: CartItem[]): Promise<number | CoinProblem> {
  if (!form.has("coins")) return 0;
  const typed = form.get("coin_amount");
  const { chooseAmount } = context.get(siteContext).tenant.coins;
  if (!chooseAmount || typeof typed !== "string" || typed === form.get("coin_shown"))
    return lastChoice(context) || ALL_COINS;

  const refuse = (detail: string) => ({ typed: typed.slice(0, MAX_TYPED), detail });
  const hundredths = Math.round(readRupees(typed) * 100);
  if (Number.isNaN(hundredths)) return refuse(t("cart.coinAmountNot"));
  if (hundredths === 0) return refuse(t("cart.coinAmountLess"));
  const { discount, isEligible } = await priceForShopper(context, items, ALL_COINS);
  if (isEligible && hundredths > discount) return refuse(t("cart.coinAmountMost", { most: formatPoints(discount) }));
  return hundredths;
}
