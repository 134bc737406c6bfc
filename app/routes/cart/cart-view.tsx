import { countCards } from "#app/pricing/amounts.ts";
import type { Brand } from "#app/tenant/brand.ts";

import { CartLine } from "./cart-line.tsx";
import type { CartLineItem } from "./cart-line-item.ts";
import { type CartPrice, CartSummary, type CoinHolder } from "./cart-summary.tsx";

type CartViewProps = {
  items: CartLineItem[];
  price: CartPrice;
  wantsCoins: boolean;
  viewer: CoinHolder | null;
  coinsProblem: string | null;
  checkoutFields: Record<string, string>;
  brand: Pick<Brand, "deliveryChannels" | "texts">;
  itemProblem?: { itemId: string; detail: string } | null;
  checkoutProblem?: { alert: string; detail: string | null } | null;
};

export function CartView({ items, itemProblem, checkoutProblem, ...summary }: CartViewProps) {
  return (
    <div className="two-columns">
      <ul className="cart-lines">
        {items.map((item) => (
          <CartLine
            key={item.id}
            item={item}
            quantityFields={{ intent: "quantity" }}
            removeFields={{ intent: "remove" }}
            error={itemProblem?.itemId === item.id ? itemProblem.detail : undefined}
          />
        ))}
      </ul>
      <aside>
        <CartSummary
          {...summary}
          itemCount={countCards(items)}
          problem={checkoutProblem ?? undefined}
          shortNames={items.flatMap(({ product, stockLeft }) => (typeof stockLeft === "number" ? product.name : []))}
        />
      </aside>
    </div>
  );
}
