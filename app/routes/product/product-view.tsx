import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";

import type { StockNotices as Notices } from "#app/commerce/types.ts";
import { areaProps, fieldProps } from "#app/forms/field-props.ts";
import { type GiftDays, giftLabels, giftRules } from "#app/forms/gift.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import { parseRupees } from "#app/money.ts";
import { clampQuantity, coinDiscount, isChangedTo } from "#app/pricing/amounts.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { clampToStock, firstExpiryOf, isSoldOut, leftOf } from "#app/pricing/stock.ts";
import type { ProductSummary } from "#app/routes/catalogue/product-card.tsx";
import type { Brand } from "#app/tenant/brand.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";
import { GiftCardImage } from "#app/ui/gift-card-image.tsx";
import { Alert } from "#app/ui/notice.tsx";
import { ProductText } from "#app/ui/product-text.tsx";
import { Tabs } from "#app/ui/tabs.tsx";

import { Breadcrumb } from "./breadcrumb.tsx";
import { CoinPanel } from "./coin-panel.tsx";
import { DeliveryOptions } from "./delivery-options.tsx";
import { trailTo } from "./product-head.tsx";
import { QuantityField } from "./quantity-field.tsx";
import { QuickAmounts, quickAmounts } from "./quick-amounts.tsx";
import { StockNotices } from "./stock-notices.tsx";
import { amountSoldOut, SOLD_OUT, validUntil } from "./stock-text.ts";

type ProductViewProps = {
  product: ProductSummary & {
    category: { id: string; name: string } | null;
    details: string[];
    termsAndConditions: string[];
    howToUse: string[];
  };
  /** See readChoice; paise. */
  choice: {
    denomination: number;
    quantity: number;
    refusedQuantity: string | null;
    asked: string | null;
    hint: string | null;
  };
  brand: Brand;
  /** Null where the brand has no gifts. */
  giftDays: GiftDays | null;
  /** Null where no amount is sold out, or the brand has no stock notices. */
  notices: Notices | null;
  /** The visitor's coins, in words. */
  coins?: ReactNode;
  refusal?: SubmissionResult<string[]>;
};

/** The product page (docs/product.md, 4.4). The server computes again what <buy-card> shows. */
export function ProductView({ product, choice, brand, giftDays, notices, coins, refusal }: ProductViewProps) {
  const { denomination, amount, quantity, refusedQuantity, asked, isGift } = readShown(product, choice, refusal);
  const [form, gift, formProblem] = useCheckedForm({
    id: "buy",
    rules: giftRules(giftDays),
    labels: giftLabels,
    lastResult: refusal,
  });
  const refusedAmount = refusal?.error?.denomination?.[0];
  const left = leftOf(product, denomination);
  const firstExpiry = firstExpiryOf(product, denomination);
  const isGone = isSoldOut(product);
  const toPay = denomination * clampToStock(String(quantity), left);
  const discount = coinDiscount(toPay, brand.discountPercent);
  const [first] = product.denominations;
  const last = product.denominations.at(-1);
  return (
    <page-region id="product-page" class="product-page" same-address>
      <Breadcrumb trail={trailTo(product)} current={product.name} />
      <div className="product">
        <div className="product-picture">
          <div className="card-stand">
            <GiftCardImage imageUrl={product.imageUrl} alt={`${product.name} gift card`} isEager />
            {!isGone && (
              <span className="art-amount figure" aria-hidden="true" data-figure="amount">
                {formatMoney(denomination)}
              </span>
            )}
          </div>
        </div>
        <div className="buy">
          <buy-card offer={JSON.stringify(offerOf(product))} percent={brand.discountPercent}>
            <CheckedForm {...form} onlyIf="delivery=gift" isInRegion>
              <h1>{product.name}</h1>
              <FormProblem {...formProblem} />
              {!product.isAvailable && <Alert tone="info">This gift card is not available at the moment.</Alert>}
              {isGone ? (
                <Alert tone="info">{SOLD_OUT}</Alert>
              ) : (
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
                    defaultValue={amount}
                    data-live=""
                    autoFocus={refusedAmount !== undefined}
                    error={
                      left === 0 ? amountSoldOut(denomination) : refusal ? refusedAmount : (choice.hint ?? undefined)
                    }
                    hint={describeRange(product.denominations)}
                  />
                  <QuantityField
                    product={product}
                    denomination={asked ?? amount}
                    quantity={quantity}
                    refused={refusedQuantity}
                    left={left}
                  />
                  <DeliveryOptions
                    hasGift={brand.forms.gift}
                    isGift={isGift}
                    gift={
                      giftDays && {
                        name: fieldProps(gift.gift_name, "text"),
                        email: fieldProps(gift.gift_email, "text"),
                        message: areaProps(gift.gift_message),
                        // Without scripts, min and max on this hidden field would block the form.
                        date: fieldProps(gift.gift_date, "text"),
                      }
                    }
                  />
                  <CoinPanel discount={discount} rest={toPay - discount} coins={coins} />
                  <div className="pay-bar">
                    <p className="to-pay">
                      <label htmlFor="to-pay">To Pay</label>{" "}
                      <output id="to-pay" htmlFor="denomination quantity">
                        <span className="money" data-figure="total">
                          {formatMoney(toPay)}
                        </span>
                      </output>
                    </p>
                    <Button disabled={!product.isAvailable || left === 0} busyLabel="Adding to Cart...">
                      Add to Cart
                    </Button>
                  </div>
                  {firstExpiry !== null && <p className="muted small">{validUntil(firstExpiry)}</p>}
                </>
              )}
            </CheckedForm>
          </buy-card>
          {notices && <StockNotices product={product} notices={notices} />}
        </div>
        <ProductTexts product={product} />
      </div>
    </page-region>
  );
}

/** The values of the form: the choice in the address, or the refused input. `asked`: an amount that was replaced. */
function readShown(
  { denominations }: ProductSummary,
  choice: ProductViewProps["choice"],
  refusal?: SubmissionResult<string[]>,
) {
  const typed = refusal?.initialValue as Record<string, string | undefined> | undefined;
  const denomination = parseRupees(typed?.denomination) ?? choice.denomination;
  const refusedNow = refusal?.error?.quantity ? (typed?.quantity ?? "") : undefined;
  const typedAmount = typed ? (typed.asked ?? null) : choice.asked;
  const isChanged = typedAmount !== null && isChangedTo(denomination, parseRupees(typedAmount), denominations);
  return {
    denomination,
    amount: typed?.denomination ?? String(choice.denomination / 100),
    quantity: typed?.quantity ? clampQuantity(typed.quantity) : choice.quantity,
    refusedQuantity: refusal ? refusedNow : (choice.refusedQuantity ?? undefined),
    asked: isChanged ? typedAmount : null,
    isGift: typed?.delivery === "gift",
  };
}

const offerOf = ({ denominations, stock }: ProductSummary) => ({
  denominations,
  stock: stock?.map(({ amount, left }) => ({ amount, left })),
});

const ProductTexts = ({ product }: Pick<ProductViewProps, "product">) => (
  <Tabs
    name="product-texts"
    tabs={[
      { title: "Description", content: <ProductText lines={product.details} /> },
      { title: "Terms", content: <ProductText lines={product.termsAndConditions} /> },
      { title: "Redeem", content: <ProductText lines={product.howToUse} /> },
    ]}
  />
);

/** "₹100.00 to ₹5,000.00", or the fixed amounts; undefined if buttons show them. */
function describeRange(denominations: ProductSummary["denominations"]) {
  const shown = quickAmounts(denominations);
  const isShown = shown.length > 1 && denominations.every(({ min, max }) => min === max && shown.includes(min));
  if (isShown) return undefined;
  return denominations
    .map(({ min, max }) => (min === max ? formatMoney(min) : `${formatMoney(min)} to ${formatMoney(max)}`))
    .join(", ");
}
