import Info from "lucide/dist/esm/icons/info.mjs";

import type { CoinsExpiring } from "#app/commerce/types.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { Button } from "#app/ui/button.tsx";
import { CoinsExpiringNotice } from "#app/ui/coins-expiring.tsx";
import { Checkbox } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Alert } from "#app/ui/notice.tsx";
import { PriceSummary, type ReceiptLine } from "#app/ui/price-summary.tsx";

import { CartAlert } from "./cart-alert.tsx";

/** Amounts in paise, coins in hundredths (one paisa is a hundredth of a coin); see priceCart. */
export type CartPrice = {
  total: number;
  discount: number;
  isEligible: boolean;
  coinsUsed: number;
  toPay: number;
  coinsNeeded: number;
};

export type CoinHolder = { coins: number; coinsExpiring?: CoinsExpiring | null };

type CartSummaryProps = {
  price: CartPrice;
  itemCount: number;
  /** Null if the shopper could not be read. */
  viewer: CoinHolder | null;
  coinsProblem: string | null;
  wantsCoins: boolean;
  /** See CheckoutForm. */
  checkoutFields: Record<string, string>;
  /** Names of products with less stock than the cart's quantity. */
  shortNames?: string[];
  brand: Pick<Brand, "deliveryChannels" | "texts">;
  problem?: { alert: string; detail: string | null };
};

export function CartSummary(props: CartSummaryProps) {
  const { price, itemCount, viewer, wantsCoins, checkoutFields, brand, problem, shortNames = [] } = props;
  const lines: ReceiptLine[] = [
    { label: `Subtotal (${itemCount} ${itemCount === 1 ? "item" : "items"})`, paise: price.total },
  ];
  if (price.coinsUsed > 0) lines.push({ label: "Coin discount", paise: price.coinsUsed, isDiscount: true });
  return (
    <PriceSummary title="Order summary" lines={lines} total={{ label: "To pay", paise: price.toPay }}>
      <CoinSwitch {...props} />
      <CoinsExpiringNotice expiring={viewer?.coinsExpiring} />
      {wantsCoins && !price.isEligible && viewer && (
        <Alert>{`Insufficient coins for discount. Need ${price.coinsNeeded} coins.`}</Alert>
      )}
      {problem && <CartAlert {...problem} />}
      {shortNames.length > 0 && !problem && (
        <Alert tone="info">
          We do not have enough cards of {shortNames.join(", ")}. Please change your cart before you proceed.
        </Alert>
      )}
      <div className="proceed">
        {Object.entries(checkoutFields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className="proceed-total" aria-hidden="true">
          To pay <Money paise={price.toPay} />
        </p>
        <Button isWide name="intent" value="checkout" busyLabel="Loading Order Details...">
          Proceed to Checkout
        </Button>
      </div>
      <p className="cart-notice muted small">
        <Icon of={Info} size={16} /> {brand.texts.deliveryNotice} This shop delivers by {brand.deliveryChannels}.
      </p>
    </PriceSummary>
  );
}

function CoinSwitch({ price, viewer, coinsProblem }: CartSummaryProps) {
  return (
    <div className="coin-switch">
      <div className="switch">
        <Checkbox
          name="coins"
          value="1"
          defaultChecked={price.coinsUsed > 0}
          data-live=""
          disabled={price.total === 0}
          label="Use coins for a discount"
        />
        <p className="muted small">
          {viewer ? `You have ${formatPoints(viewer.coins)} coins.` : coinsProblem} <CoinUse price={price} />
        </p>
      </div>
      <noscript>
        <Button look="outline">Apply</Button>
      </noscript>
    </div>
  );
}

function CoinUse({ price: { total, discount, isEligible, coinsUsed, coinsNeeded } }: Pick<CartSummaryProps, "price">) {
  if (coinsUsed > 0) {
    return (
      <>
        This order uses {formatPoints(coinsUsed)}. You save <Money paise={coinsUsed} />.
      </>
    );
  }
  if (total === 0) return null;
  if (!isEligible) return `A discount on this order needs ${coinsNeeded} ${coinsNeeded === 1 ? "coin" : "coins"}.`;
  return (
    <>
      Use {formatPoints(discount)} of them to save <Money paise={discount} />. This order uses none yet.
    </>
  );
}
