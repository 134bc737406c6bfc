import { marked, rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";

import { t } from "../../../config/language/t.ts";
import type { CartLineItem } from "./cart-line-item.ts";

type CartStockProps = { item: CartLineItem; name: string };

export function CartStock({ item, name }: CartStockProps) {
  const { id, product, quantity, stockLeft } = item;
  if (typeof stockLeft !== "number") return null;
  if (stockLeft === 0) {
    return (
      <p className="field-error">
        <span>
          {rich("cart.soldOut", {
            link: (parts) => (product.href ? <a href={product.href}>{parts}</a> : <>{parts}</>),
          })}
        </span>
      </p>
    );
  }
  const isExact = stockLeft <= MAX_REPORTED;
  const label = isExact ? t("cart.onlyLeft", { left: stockLeft }) : t("cart.fewerLeft", { left: stockLeft, quantity });
  const fullLabel = isExact
    ? t("cart.onlyLeftOf", { left: stockLeft, name })
    : t("cart.fewerLeftOf", { left: stockLeft, quantity, name });
  return (
    <Button look="outline" name="reduce" value={id} aria-label={fullLabel}>
      {marked(label)}
    </Button>
  );
}

/** The backend reports at most this many, to keep its stock secret. */
const MAX_REPORTED = 10;
