import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";

import type { StockNotices as Notices } from "#app/commerce/types.ts";
import { areaProps, fieldProps } from "#app/forms/field-props.ts";
import { type GiftDays, giftLabels, giftRules } from "#app/forms/gift.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { isSoldOut } from "#app/pricing/stock.ts";
import type { ProductSummary } from "#app/routes/catalogue/product-card.tsx";
import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";
import { GiftCardImage } from "#app/ui/gift-card-image.tsx";
import { Alert } from "#app/ui/notice.tsx";
import { ProductText } from "#app/ui/product-text.tsx";
import { Tabs } from "#app/ui/tabs.tsx";

import { t } from "../../../config/language/t.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { BuyFields } from "./buy-fields.tsx";
import { DeliveryOptions } from "./delivery-options.tsx";
import { trailTo } from "./product-head.tsx";
import { type ProductChoice, readShown } from "./shown-choice.ts";
import { StockNotices } from "./stock-notices.tsx";
import { soldOut } from "./stock-text.ts";

type ProductViewProps = {
  product: ProductSummary & {
    category: { id: string; name: string } | null;
    details: string[];
    termsAndConditions: string[];
    howToUse: string[];
  };
  choice: ProductChoice;
  brand: Brand;
  /** Null if the brand has no gifts. */
  giftDays: GiftDays | null;
  /** Null if no amount is sold out, or the brand has no stock notices. */
  notices: Notices | null;
  /** The visitor's coins, in words. */
  coins?: ReactNode;
  refusal?: SubmissionResult<string[]>;
};

/** The product page (docs/product.md, 4.4). The server computes again what <buy-card> shows. */
export function ProductView({ product, choice, brand, giftDays, notices, coins, refusal }: ProductViewProps) {
  const shown = readShown(product, choice, refusal);
  const [form, gift, formProblem] = useCheckedForm({
    id: "buy",
    rules: giftRules(giftDays, brand.features.giftByPhone),
    labels: giftLabels(),
    lastResult: refusal,
  });
  const isGone = isSoldOut(product);
  const refusedAmount = refusal?.error?.denomination?.[0];
  const error = refusal ? refusedAmount : (choice.hint ?? undefined);
  return (
    <page-region id="product-page" class="product-page" same-address>
      <Breadcrumb trail={trailTo(product)} current={product.name} />
      <div className="product">
        <div className="product-picture">
          <CardStand product={product} denomination={isGone ? null : shown.denomination} />
        </div>
        <div className="buy">
          <buy-card offer={JSON.stringify(offerOf(product))} percent={brand.discountPercent}>
            <CheckedForm {...form} onlyIf="delivery=gift" isInRegion>
              <h1>{product.name}</h1>
              <FormProblem {...formProblem} />
              {!product.isAvailable && <Alert tone="info">{rich("product.unavailable")}</Alert>}
              {isGone ? (
                <Alert tone="info">{soldOut()}</Alert>
              ) : (
                <BuyFields
                  product={product}
                  shown={shown}
                  brand={brand}
                  coins={coins}
                  amount={{ error, isRefused: refusedAmount !== undefined }}
                >
                  <DeliveryOptions
                    hasGift={brand.forms.gift}
                    isGift={shown.isGift}
                    gift={giftDays && giftProps(gift, brand.features.giftByPhone)}
                  />
                </BuyFields>
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

/** The card's picture, with the amount in paise; null for a card that is sold out. */
const CardStand = ({ product, denomination }: { product: ProductSummary; denomination: number | null }) => (
  <div className="card-stand">
    <GiftCardImage imageUrl={product.imageUrl} alt={t("product.pictureOf", { product: product.name })} isEager />
    {denomination !== null && (
      <span className="art-amount figure" aria-hidden="true" data-figure="amount">
        {formatMoney(denomination)}
      </span>
    )}
  </div>
);

type GiftFields = ReturnType<typeof useCheckedForm<keyof ReturnType<typeof giftRules>>>[1];

const giftProps = (gift: GiftFields, hasPhone: boolean) => ({
  name: fieldProps(gift.gift_name, "text"),
  phone: hasPhone ? fieldProps(gift.gift_phone, "text") : null,
  email: fieldProps(gift.gift_email, "text"),
  message: areaProps(gift.gift_message),
  // Without scripts, min and max on this hidden field would block the form.
  date: fieldProps(gift.gift_date, "text"),
});

const offerOf = ({ denominations, stock }: ProductSummary) => ({
  denominations,
  stock: stock?.map(({ amount, left }) => ({ amount, left })),
});

const ProductTexts = ({ product }: Pick<ProductViewProps, "product">) => (
  <Tabs
    name="product-texts"
    tabs={[
      { title: t("product.description"), content: <ProductText lines={product.details} /> },
      { title: t("product.terms"), content: <ProductText lines={product.termsAndConditions} /> },
      { title: t("product.redeem"), content: <ProductText lines={product.howToUse} /> },
    ]}
  />
);
