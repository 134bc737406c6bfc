import { Button } from "#app/ui/button.tsx";

import type { CartLineItem } from "./cart-line-item.ts";

type CartStockProps = { item: CartLineItem; name: string };

export function CartStock({ item, name }: CartStockProps) {
  const { id, product, quantity, stockLeft } = item;
  if (typeof stockLeft !== "number") return null;
  if (stockLeft === 0) {
    return (
      <p className="field-error">
        <span>
          Sold out. Remove it or{" "}
          {product.href ? <a href={product.href}>choose another amount</a> : "choose another amount"}.
        </span>
      </p>
    );
  }
  const label = `${stockLeft <= MAX_REPORTED ? `Only ${stockLeft}` : `Fewer than ${quantity}`} left: change to ${stockLeft}`;
  return (
    <Button look="outline" name="reduce" value={id} aria-label={`${label} of ${name}`}>
      {label}
    </Button>
  );
}

/** The backend reports at most this many, to keep its stock secret. */
const MAX_REPORTED = 10;
