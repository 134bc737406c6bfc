import type { ReactNode } from "react";

import { coinDiscount } from "#app/pricing/amounts.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { clampToStock, firstExpiryOf, leftOf } from "#app/pricing/stock.ts";
import type { ProductSummary } from "#app/routes/catalogue/product-card.tsx";
import type { Brand } from "#app/tenant/brand.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { t } from "../../../config/language/t.ts";
import { CoinPanel } from "./coin-panel.tsx";
import { QuantityField } from "./quantity-field.tsx";
import { QuickAmounts, quickAmounts } from "./quick-amounts.tsx";
import type { ShownChoice } from "./shown-choice.ts";
import { amountSoldOut, validUntil } from "./stock-text.ts";

type BuyFieldsProps = {
  product: ProductSummary;
  shown: ShownChoice;
  brand: Brand;
  /** The visitor's coins, in words. */
  coins?: ReactNode;
  amount: { error: string | undefined; isRefused: boolean };
  /** The delivery options. */
  children: ReactNode;
};

/** Amount, quantity, delivery and total of the form that adds a card to the cart. */
export function BuyFields({ product, shown, brand, coins, amount, children }: BuyFieldsProps) {
  const { denomination, asked, quantity } = shown;
  const left = leftOf(product, denomination);
  const firstExpiry = firstExpiryOf(product, denomination);
  const toPay = denomination * clampToStock(String(quantity), left);
  const discount = coinDiscount(toPay, brand.discountPercent);
  const [first] = product.denominations;
  const last = product.denominations.at(-1);
  return (
    <>
      <input type="hidden" name="product" value={product.id} />
      <input type="hidden" name="name" value={product.name} />
      {asked !== null && <input type="hidden" name="asked" value={asked} />}
      <QuickAmounts product={product} quantity={quantity} current={denomination} />
      <Field
        label={brand.texts.enterDenomination}
        unit="₹"
        name="denomination"
        type="number"
        inputMode="decimal"
        step="any"
        min={first && first.min / 100}
        max={last && last.max / 100}
        defaultValue={shown.amount}
        data-live=""
        autoFocus={amount.isRefused}
        error={left === 0 ? amountSoldOut(denomination) : amount.error}
        hint={describeRange(product.denominations)}
      />
      <QuantityField
        product={product}
        denomination={asked ?? shown.amount}
        quantity={quantity}
        refused={shown.refusedQuantity}
        left={left}
      />
      {children}
      <CoinPanel discount={discount} rest={toPay - discount} coins={coins} />
      <div className="pay-bar">
        <p className="to-pay">
          <label htmlFor="to-pay">{rich("product.toPay")}</label>{" "}
          <output id="to-pay" htmlFor="denomination quantity">
            <span className="money" data-figure="total">
              {formatMoney(toPay)}
            </span>
          </output>
        </p>
        <Button disabled={!product.isAvailable || left === 0} busyLabel={t("product.adding")}>
          {rich("product.add")}
        </Button>
      </div>
      {firstExpiry !== null && <p className="muted small">{marked(validUntil(firstExpiry))}</p>}
    </>
  );
}

export const describeLimits = ({ min, max }: { min: number; max: number }) =>
  t("product.range", { least: formatMoney(min), most: formatMoney(max) });

/** "₹100.00 to ₹5,000.00", or the fixed amounts; undefined if buttons show them. */
function describeRange(denominations: ProductSummary["denominations"]) {
  const shown = quickAmounts(denominations);
  const isShown = shown.length > 1 && denominations.every(({ min, max }) => min === max && shown.includes(min));
  if (isShown) return undefined;
  return denominations
    .map(({ min, max }) => (min === max ? formatMoney(min) : describeLimits({ min, max })))
    .join(", ");
}
