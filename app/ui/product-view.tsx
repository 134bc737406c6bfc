import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { useState, type FormEvent } from "react";
import { useNavigation } from "react-router";
import { clampDenomination, coinDiscount, describeChange } from "#app/commerce/amounts.ts";
import { parseRupees } from "#app/commerce/money.ts";
import { clampToStock, isSoldOut, leftOf } from "#app/commerce/stock.ts";
import type { StockNotices as Notices } from "#app/commerce/types.ts";
import { areaProps, fieldProps } from "#app/forms/field-props.ts";
import { giftLabels, giftRules, type GiftDays } from "#app/forms/gift.ts";
import { useRules } from "#app/forms/use-rules.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { Button } from "./button.tsx";
import { CardArt } from "./card-art.tsx";
import { CoinMark } from "./coin-mark.tsx";
import { DeliveryOptions } from "./delivery-options.tsx";
import { Field } from "./field.tsx";
import { FormProblem } from "./form-problem.tsx";
import { Form } from "./form.tsx";
import { formatMoney, formatPoints, Money } from "./money.tsx";
import { Alert } from "./notice.tsx";
import type { ProductSummary } from "./product-card.tsx";
import { trailTo } from "./product-head.tsx";
import { ProductText } from "./product-text.tsx";
import { QuantityField } from "./quantity-field.tsx";
import { QuickAmounts, quickAmounts } from "./quick-amounts.tsx";
import { ServerMarkup } from "./server-markup.tsx";
import { StockNotices } from "./stock-notices.tsx";
import { amountSoldOut, SOLD_OUT } from "./stock-text.ts";
import { Tabs } from "./tabs.tsx";
import { useTypedBefore } from "./use-typed-before.ts";

type ProductViewProps = {
  product: ProductSummary & {
    category: { id: string; name: string } | null;
    details: string[];
    termsAndConditions: string[];
    howToUse: string[];
  };
  /** What the link asked for, within what can be had; paise. */
  choice: { denomination: number; quantity: number };
  brand: Brand;
  /** Why the amount differs from the one that was asked for. */
  hint: string | null;
  /** On which days a gift can go; null where the brand sends none. */
  giftDays: GiftDays | null;
  /** What the shopper can be told of once it is back; null where there is nothing to tell. */
  notices: Notices | null;
  /** Why nothing was added to the cart, and what had been typed. */
  refusal?: SubmissionResult<string[]>;
};

/** The product page (docs/product.md, 4.4). The total follows the typing where React runs; the server counts again. */
export function ProductView({ product, choice, brand, hint, giftDays, notices, refusal }: ProductViewProps) {
  const typed = refusal?.initialValue as Record<string, string | undefined> | undefined;
  const [amount, setAmount] = useState(typed?.denomination ?? String(choice.denomination / 100));
  // What was typed before it became an amount that can be had, until the next change.
  const [asked, setAsked] = useState<string | null>(refusal?.error?.denomination ? (typed?.asked ?? null) : null);
  const [quantity, setQuantity] = useState(typed?.quantity ?? String(choice.quantity));
  const [isGift, setGift] = useState(typed?.delivery === "gift");
  const formRef = useTypedBefore((before) => {
    setAmount((was) => String(before.get("denomination") ?? was));
    setQuantity((was) => String(before.get("quantity") ?? was));
    setGift(before.get("delivery") === "gift");
  });
  const rules = giftRules(isGift ? giftDays : null);
  const [form, gift, formProblem] = useRules({ id: "buy", rules, labels: giftLabels, lastResult: refusal });
  const isBusy = useNavigation().formMethod === "POST";

  const denomination = clampDenomination(parseRupees(amount), product.denominations);
  const left = leftOf(product, denomination);
  const isGone = isSoldOut(product);
  const toPay = denomination * clampToStock(quantity, left);
  const change = asked === null ? null : describeChange(parseRupees(asked), product.denominations, formatMoney);

  /** @returns whether the amount had to be changed; then that is said beside it */
  function mendAmount() {
    const isChanged = parseRupees(amount) !== denomination;
    if (isChanged) setAsked(amount);
    setAmount(String(denomination / 100));
    return isChanged;
  }

  function chooseAmount(rupees: string) {
    setAsked(null);
    setAmount(rupees);
  }

  const formProps = getFormProps(form);
  /** What is put into the cart is what the shopper has seen: a press that changes the amount does nothing else. */
  function buy(event: FormEvent<HTMLFormElement>) {
    if (!mendAmount()) return formProps.onSubmit(event);
    event.preventDefault();
    event.currentTarget.querySelector("[name=denomination]")?.scrollIntoView({ block: "center" });
  }
  const discount = coinDiscount(toPay, brand.discountPercent);
  const [first] = product.denominations;
  const last = product.denominations.at(-1);
  return (
    <div className="product-page">
      <ServerMarkup id="trail">
        {import.meta.env.SSR && <Breadcrumb trail={trailTo(product)} current={product.name} />}
      </ServerMarkup>
      <div className="product">
        <div className="product-picture">
          <div className="card-stand">
            <CardArt imageUrl={product.imageUrl} alt={`${product.name} gift card`} isEager />
            {!isGone && (
              <span className="art-amount figure" aria-hidden="true">
                {formatMoney(denomination)}
              </span>
            )}
          </div>
        </div>
        <div className="buy">
          <Form ref={formRef} method="post" {...formProps} onSubmit={buy}>
            <h1>{product.name}</h1>
            <FormProblem {...formProblem} />
            {!product.isAvailable && <Alert tone="info">This gift card is not available at the moment.</Alert>}
            {isGone ? (
              <Alert tone="info">{SOLD_OUT}</Alert>
            ) : (
              <>
                <input type="hidden" name="product" value={product.id} />
                <input type="hidden" name="name" value={product.name} />
                {change && <input type="hidden" name="asked" value={asked!} />}
                <QuickAmounts
                  product={product}
                  quantity={clampToStock(quantity, left)}
                  current={denomination}
                  onPick={chooseAmount}
                />
                <Field
                  label={brand.texts.enterDenomination}
                  unit="₹"
                  name="denomination"
                  type="number"
                  inputMode="decimal"
                  step="any"
                  min={first && first.min / 100}
                  max={last && last.max / 100}
                  value={amount}
                  onChange={(event) => chooseAmount(event.target.value)}
                  onBlur={mendAmount}
                  autoFocus={refusal?.error?.denomination !== undefined}
                  error={left === 0 ? amountSoldOut(denomination) : (change ?? hint ?? undefined)}
                  hint={describeRange(product.denominations)}
                />
                <QuantityField
                  product={product}
                  denomination={denomination}
                  value={quantity}
                  left={left}
                  onChange={setQuantity}
                />
                <DeliveryOptions
                  isGift={isGift}
                  onChoose={setGift}
                  gift={
                    giftDays && {
                      name: fieldProps(gift.gift_name, "text"),
                      email: fieldProps(gift.gift_email, "text"),
                      message: areaProps(gift.gift_message),
                      // Without scripts the server says which days there are: a browser refuses fields that nobody sees, too.
                      date: { ...fieldProps(gift.gift_date, "text"), ...(form.noValidate && daysOf(giftDays)) },
                    }
                  }
                />
                <section className="coin-panel" aria-labelledby="coin-details">
                  <CoinMark size={32} />
                  <div>
                    <h2 id="coin-details">Coin Details</h2>
                    <p>
                      <b>₹{formatPoints(discount)} Coins</b>
                    </p>
                    <p>
                      Saving <b>₹{formatPoints(discount)}</b> (You'll pay just <b>₹{formatPoints(toPay - discount)}</b>{" "}
                      for this purchase)
                    </p>
                  </div>
                </section>
                <div className="pay-bar">
                  <p className="to-pay">
                    <label htmlFor="to-pay">To Pay</label>{" "}
                    <output id="to-pay" htmlFor="denomination quantity">
                      <Money paise={toPay} />
                    </output>
                  </p>
                  <Button disabled={isBusy || !product.isAvailable || left === 0} busyLabel="Adding to Cart...">
                    {isBusy ? "Adding to Cart..." : "Add to Cart"}
                  </Button>
                </div>
              </>
            )}
          </Form>
          {notices && (
            <ServerMarkup id="stock-notices-place">
              {import.meta.env.SSR && <StockNotices product={product} notices={notices} />}
            </ServerMarkup>
          )}
        </div>
        <ServerMarkup id="product-texts">{import.meta.env.SSR && <ProductTexts product={product} />}</ServerMarkup>
      </div>
    </div>
  );
}

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

const daysOf = ({ first, last }: GiftDays) => ({ min: first, max: last });

/** "₹100.00 to ₹5,000.00", or the fixed amounts one by one; nothing where they are buttons already. */
function describeRange(denominations: ProductSummary["denominations"]) {
  const shown = quickAmounts(denominations);
  const isShown = shown.length > 1 && denominations.every(({ min, max }) => min === max && shown.includes(min));
  if (isShown) return undefined;
  return denominations
    .map(({ min, max }) => (min === max ? formatMoney(min) : `${formatMoney(min)} to ${formatMoney(max)}`))
    .join(", ");
}
