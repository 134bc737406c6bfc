import { CART_MIN_QUANTITY } from "#app/base/constants.ts";
import { toRupees } from "#app/base/money.ts";
import type { StockLeft } from "#app/commerce/types.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { firstInStock, isEntrySoldOut, isSoldOut, leastInStock } from "#app/pricing/stock.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { GiftCardImage } from "#app/ui/gift-card-image.tsx";

import { t } from "../../../config/language/t.ts";

/** A product for a catalogue card; amounts in paise. A fixed amount has min = max. */
export type ProductSummary = {
  id: string;
  name: string;
  imageUrl: string | null;
  isAvailable: boolean;
  denominations: { id: string; min: number; max: number }[];
  /** Cards left of each amount, if the backend reports them. */
  stock?: StockLeft[];
};

/** The catalogue's price filter in paise, which limits the amount and chooses the first one (docs/product.md, 4.2). */
type PriceRange = { min: number | null; max: number | null };

const ANY_PRICE: PriceRange = { min: null, max: null };
const isFiltered = ({ min, max }: PriceRange) => min !== null || max !== null;

type ProductCardProps = {
  product: ProductSummary;
  priceRange?: PriceRange;
  /** Adds the name to the link, for backends that cannot find a product by id. */
  isNameInLink?: boolean;
  isEager?: boolean;
};

/** A catalogue card: a link to the product, and a GET form that sends amount and quantity to its page. */
export function ProductCard({ product, priceRange = ANY_PRICE, isNameInLink, isEager }: ProductCardProps) {
  const least = isFiltered(priceRange) ? leastInStock(product, priceRange) : null;
  const canBeHad = product.isAvailable && !isSoldOut(product);
  const titleId = `product-${product.id}`;
  const search = new URLSearchParams({ product: product.id, ...(isNameInLink && { name: product.name }) });
  if (least !== null) search.set("denomination", String(toRupees(least)));
  return (
    <article className="product-card" aria-labelledby={titleId}>
      <amount-check>
        <form action="/shopping-cart" noValidate>
          <GiftCardImage imageUrl={product.imageUrl} alt="" isEager={isEager} />
          <h3>
            {/* The button leads there too: one Tab stop is enough. */}
            <a id={titleId} className="card-link" href={`/shopping-cart?${search}`} tabIndex={-1}>
              {product.name}
            </a>
          </h3>
          <div className="card-facts">
            <p>{rich("catalogue.voucher")}</p>
            <ul className="tags">{canBeHad ? <UsualTags /> : <MissingTag isAvailable={product.isAvailable} />}</ul>
          </div>
          <input type="hidden" name="product" value={product.id} />
          {isNameInLink && <input type="hidden" name="name" value={product.name} />}
          {canBeHad && (
            <div className="card-amounts">
              <AmountField product={product} priceRange={priceRange} least={least} messageId={`${titleId}-message`} />{" "}
              <label className="unit quantity" data-unit="×">
                <span className="sr">{rich("product.quantity")}</span>{" "}
                <input
                  name="quantity"
                  type="number"
                  inputMode="numeric"
                  min={CART_MIN_QUANTITY}
                  step="1"
                  defaultValue={CART_MIN_QUANTITY}
                  className="input"
                />
              </label>
            </div>
          )}
          <p className="field-error" id={`${titleId}-message`} role="alert" />
          <Button isWide look={canBeHad ? "primary" : "outline"}>
            {rich("catalogue.viewCoupon", {
              sr: (parts) => <span className="sr">{parts}</span>,
              product: product.name,
            })}
          </Button>
        </form>
      </amount-check>
    </article>
  );
}

const UsualTags = () => (
  <>
    <li>{rich("catalogue.recommended")}</li>
    <li>{rich("catalogue.instant")}</li>
  </>
);

const MissingTag = ({ isAvailable }: { isAvailable: boolean }) => (
  <li className="unavailable">{isAvailable ? rich("catalogue.soldOut") : rich("catalogue.unavailable")}</li>
);

type AmountFieldProps = { product: ProductSummary; priceRange: PriceRange; least: number | null; messageId: string };

/** A select of several amounts, or a number. `least`: the first amount within the filter, in paise. */
function AmountField({ product, priceRange, least, messageId }: AmountFieldProps) {
  const [first, ...others] = product.denominations;
  if (first && others.length > 0)
    return (
      <label>
        <span className="sr">{rich("catalogue.denomination")}</span>{" "}
        <select
          name="denomination"
          className="input"
          defaultValue={least === null ? firstEntryLeft(product) : toRupees(least)}
        >
          {product.denominations.map((denomination) => {
            const isGone = isEntrySoldOut(product, denomination);
            const ofEntry = { stock: product.stock, denominations: [denomination] };
            const amount = (isFiltered(priceRange) && leastInStock(ofEntry, priceRange)) || denomination.min;
            return (
              <option key={denomination.id} value={toRupees(amount)} disabled={isGone}>
                {isGone
                  ? t("catalogue.amountSoldOut", { amount: describeAmount(denomination) })
                  : describeAmount(denomination)}
              </option>
            );
          })}
        </select>
      </label>
    );
  return (
    <label className="unit" data-unit="₹">
      <span className="sr">{rich("catalogue.denominationInRupees")}</span>{" "}
      <input
        name="denomination"
        type="number"
        inputMode="decimal"
        step="any"
        className="input"
        defaultValue={first && toRupees(least ?? firstInStock(product) ?? first.min)}
        min={first && first.min / 100}
        max={first && first.max / 100}
        aria-describedby={messageId}
      />
      <Limit name="price_min" paise={priceRange.min} />
      <Limit name="price_max" paise={priceRange.max} />
    </label>
  );
}

/** The first amount in stock, in rupees; undefined if that is the select's first option anyway. */
function firstEntryLeft(product: ProductSummary) {
  const at = product.denominations.findIndex((entry) => !isEntrySoldOut(product, entry));
  return at > 0 ? product.denominations[at]!.min / 100 : undefined;
}

/** Passes the card's limit to the product page, which shows the same message without JavaScript. */
function Limit({ name, paise }: { name: string; paise: number | null | undefined }) {
  return paise == null ? null : <input type="hidden" name={name} value={paise / 100} />;
}

const describeAmount = ({ min, max }: { min: number; max: number }) =>
  min === max ? formatMoney(min) : `${formatMoney(min)} – ${formatMoney(max)}`;
