import { href } from "react-router";

import { countCards } from "#app/pricing/amounts.ts";
import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";

import { CartLine } from "./cart-line.tsx";
import type { CartLineItem } from "./cart-line-item.ts";
import { type CartPrice, CartSummary, type CoinHolder } from "./cart-summary.tsx";
import type { CoinProblem } from "./coin-amount.server.ts";

type CartViewProps = {
  items: CartLineItem[];
  price: CartPrice;
  wantsCoins: boolean;
  canChooseAmount: boolean;
  coinProblem?: CoinProblem | null;
  viewer: CoinHolder | null;
  coinsProblem: string | null;
  checkoutFields: Record<string, string>;
  /** Null if the receipt needs no name, or the account has one. */
  buyerName: { typed: string; error?: string } | null;
  brand: Pick<Brand, "deliveryChannels" | "texts">;
  lineProblems?: { itemId: string; detail: string; typed?: string }[];
  checkoutProblem?: { alert: string; detail: string | null } | null;
};

/**
 * One form, so that every button sends the typed values. It posts to the bare address, because a field contains the coin choice.
 */
export function CartView({ items, lineProblems, checkoutProblem, ...summary }: CartViewProps) {
  return (
    <cart-form>
      <form method="post" action={href("/cart")} className="two-columns">
        {/* Enter presses the first button, so none that changes a line may come first. */}
        <button className="sr" tabIndex={-1}>
          {rich("cart.update")}
        </button>
        <ul className="cart-lines">
          {items.map((item) => (
            <CartLine key={item.id} item={item} problem={lineProblems?.find(({ itemId }) => itemId === item.id)} />
          ))}
        </ul>
        <aside>
          <p className="sr" aria-live="polite" aria-atomic>
            {describePrice(summary.price, countCards(items))}
          </p>
          <CartSummary
            {...summary}
            itemCount={countCards(items)}
            problem={checkoutProblem ?? undefined}
            shortNames={items.flatMap(({ product, stockLeft }) => (typeof stockLeft === "number" ? product.name : []))}
          />
        </aside>
      </form>
    </cart-form>
  );
}

/** The price after a change of the cart or of the coins, for a screen reader. */
const describePrice = ({ coinsUsed, toPay }: CartPrice, count: number) =>
  rich("cart.statusNow", { count, coinsUsed, coins: formatPoints(coinsUsed), toPay: formatMoney(toPay) });
