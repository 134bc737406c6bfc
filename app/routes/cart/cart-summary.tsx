import Info from "lucide/dist/esm/icons/info.mjs";

import type { CoinsExpiring } from "#app/commerce/types.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { CoinsEnding } from "#app/ui/coins-ending.tsx";
import { CoinsExpiringNotice } from "#app/ui/coins-expiring.tsx";
import { Checkbox, Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Alert } from "#app/ui/notice.tsx";
import { PriceSummary, type ReceiptLine } from "#app/ui/price-summary.tsx";

import { t } from "../../../config/language/t.ts";
import { CartAlert } from "./cart-alert.tsx";
import type { CoinProblem } from "./coin-amount.server.ts";

/** Amounts in paise, coins in hundredths (one paisa is a hundredth of a coin); see priceCart. */
export type CartPrice = {
  total: number;
  discount: number;
  isEligible: boolean;
  coinsUsed: number;
  toPay: number;
  coinsNeeded: number;
};

export type CoinHolder = {
  coins: number;
  coinsExpiring?: CoinsExpiring | null;
  coinsEnding?: CoinsExpiring | null;
};

type CartSummaryProps = {
  price: CartPrice;
  itemCount: number;
  /** Null if the shopper could not be read. */
  viewer: CoinHolder | null;
  coinsProblem: string | null;
  wantsCoins: boolean;
  /** The shopper types how many coins the order uses. */
  canChooseAmount?: boolean;
  /** A number of coins that was refused. */
  coinProblem?: CoinProblem | null;
  /** See CheckoutForm. */
  checkoutFields: Record<string, string>;
  /** Names of products with less stock than the cart's quantity. */
  shortNames?: string[];
  /** Null if the receipt needs no name, or the account has one. */
  buyerName?: { typed: string; error?: string } | null;
  brand: Pick<Brand, "deliveryChannels" | "texts">;
  problem?: { alert: string; detail: string | null };
};

export function CartSummary(props: CartSummaryProps) {
  const { price, itemCount, viewer, wantsCoins, checkoutFields, brand, problem, shortNames = [] } = props;
  const lines: ReceiptLine[] = [{ label: rich("cart.subtotal", { count: itemCount }), paise: price.total }];
  if (price.coinsUsed > 0) lines.push({ label: rich("cart.coinDiscount"), paise: price.coinsUsed, isDiscount: true });
  return (
    <PriceSummary title="cart.summary" lines={lines} total={{ label: rich("cart.toPay"), paise: price.toPay }}>
      <CoinSwitch {...props} />
      <CoinsExpiringNotice expiring={viewer?.coinsExpiring} />
      {wantsCoins && !price.isEligible && viewer && (
        <Alert>{rich("cart.tooFewCoins", { coins: price.coinsNeeded })}</Alert>
      )}
      {props.buyerName && (
        <Field
          label={rich("cart.buyerName")}
          hint={rich("cart.buyerNameHint")}
          error={props.buyerName.error}
          name="buyer_name"
          type="text"
          defaultValue={props.buyerName.typed}
          maxLength={50}
          autoComplete="name"
        />
      )}
      {problem && <CartAlert {...problem} />}
      {shortNames.length > 0 && !problem && (
        <Alert tone="info">{rich("cart.shortStock", { names: shortNames.join(", ") })}</Alert>
      )}
      <div className="proceed">
        {Object.entries(checkoutFields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className="proceed-total" aria-hidden="true">
          {rich("cart.amountToPay", { money: () => <Money paise={price.toPay} /> })}
        </p>
        <Button isWide name="intent" value="checkout" busyLabel={t("cart.loadingOrder")}>
          {rich("cart.proceed")}
        </Button>
      </div>
      <p className="cart-notice muted small">
        <Icon of={Info} size={16} /> {marked(brand.texts.deliveryNotice)}{" "}
        {rich("cart.channels", { channels: brand.deliveryChannels })}
      </p>
    </PriceSummary>
  );
}

function CoinSwitch(props: CartSummaryProps) {
  const { price, viewer, coinsProblem, wantsCoins, canChooseAmount } = props;
  return (
    <div className="coin-switch">
      <div className="switch">
        <Checkbox
          name="coins"
          value="1"
          defaultChecked={price.coinsUsed > 0}
          data-live=""
          disabled={price.total === 0}
          label={rich("cart.useCoins")}
        />
        <p className="muted small">
          {viewer ? rich("frame.ownCoins", { coins: formatPoints(viewer.coins) }) : coinsProblem}{" "}
          <CoinUse price={price} />
        </p>
        {viewer && (
          <p>
            <CoinsEnding of={viewer} />
          </p>
        )}
      </div>
      {canChooseAmount && wantsCoins && price.isEligible && <CoinAmount {...props} />}
      <noscript>
        <Button look="outline">{rich("cart.apply")}</Button>
      </noscript>
    </div>
  );
}

/** The number of coins. Beside it the number that the page shows, so that a smaller cart does not refuse it. */
function CoinAmount({ price, coinProblem }: CartSummaryProps) {
  const shown = formatPoints(price.coinsUsed);
  return (
    <div className="coin-amount">
      <input type="hidden" name="coin_shown" value={shown} />
      <Field
        label={rich("cart.coinAmount")}
        name="coin_amount"
        inputMode="decimal"
        autoComplete="off"
        hint={rich("cart.coinAmountHint", { most: formatPoints(price.discount) })}
        error={coinProblem?.detail}
        defaultValue={coinProblem?.typed ?? shown}
        data-live=""
      />
    </div>
  );
}

function CoinUse({ price: { total, discount, isEligible, coinsUsed, coinsNeeded } }: Pick<CartSummaryProps, "price">) {
  if (coinsUsed > 0) {
    return rich("cart.coinsUsed", {
      coins: formatPoints(coinsUsed),
      money: () => <Money paise={coinsUsed} />,
    });
  }
  if (total === 0) return null;
  if (!isEligible) return t("cart.coinsNeeded", { count: coinsNeeded });
  return rich("cart.coinsUnused", { coins: formatPoints(discount), money: () => <Money paise={discount} /> });
}
