import { formatMoney } from "#app/pricing/format-money.ts";
import { leftOf } from "#app/pricing/stock.ts";
import type { ProductSummary } from "#app/routes/catalogue/product-card.tsx";
import { rich } from "#app/texts/rich.ts";

import { t } from "../../../config/language/t.ts";
import { choiceHref } from "./product-choice-link.ts";

const ROUND_AMOUNTS = [10_000, 25_000, 50_000, 100_000, 200_000, 500_000, 1_000_000];
const MAX_AMOUNTS = 6;

type QuickAmountsProps = {
  product: ProductSummary;
  quantity: number;
  /** Paise. */
  current: number;
};

/** Links to the product page with common amounts: all fixed ones, and round ones within a range. */
export function QuickAmounts({ product, quantity, current }: QuickAmountsProps) {
  const amounts = quickAmounts(product.denominations);
  if (amounts.length < 2) return null;
  return (
    <ul className="quick-amounts" aria-label={t("product.quickAmounts")}>
      {amounts.map((paise) => (
        <li key={paise}>
          {leftOf(product, paise) === 0 ? (
            // eslint-disable-next-line jsx-a11y-x/anchor-is-valid -- a link that leads nowhere is read as one that is disabled
            <a role="link" aria-disabled="true">
              {rich("product.quickSoldOut", { s: (parts) => <s>{parts}</s>, amount: formatMoney(paise) })}
            </a>
          ) : (
            <a
              href={choiceHref(product, String(paise / 100), quantity)}
              aria-current={paise === current ? "true" : undefined}
            >
              {formatMoney(paise)}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

/** At most six amounts, ascending, in paise: the fixed denominations and round amounts within ranges. */
export function quickAmounts(denominations: ProductSummary["denominations"]) {
  const amounts = denominations.flatMap(({ min, max }) =>
    min === max ? [min] : ROUND_AMOUNTS.filter((amount) => amount >= min && amount <= max),
  );
  return [...new Set(amounts)].sort((one, other) => one - other).slice(0, MAX_AMOUNTS);
}
