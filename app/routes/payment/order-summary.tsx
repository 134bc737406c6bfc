import type { PastItem } from "#app/commerce/types.ts";
import { countBought } from "#app/pricing/amounts.ts";
import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";
import { rich } from "#app/texts/rich.ts";
import { formatDay } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";
import { PriceSummary, type ReceiptLine } from "#app/ui/price-summary.tsx";

import { t } from "../../../config/language/t.ts";
import type { WaitingPayment } from "./load-payment.server.ts";

type OrderSummaryProps = { payment: Pick<WaitingPayment, "items" | "amount" | "coinsUsed" | "details"> };

export function OrderSummary({ payment: { items, amount, coinsUsed, details } }: OrderSummaryProps) {
  const cards = countBought(items);
  const total = amount + (coinsUsed ?? 0);
  // Catalogue prices may differ from the order's; lines then show no amounts, because they would not add up.
  const amounts = items.map(({ denomination, quantity }) => (denomination ?? 0) * (quantity ?? 0));
  const isPriced = amounts.reduce((sum, paise) => sum + paise, 0) === total;
  const lines: ReceiptLine[] = items.map((item, index) => ({
    label: <Line {...item} />,
    paise: isPriced ? amounts[index]! : null,
  }));
  if (coinsUsed) {
    lines.push({ label: rich("checkout.subtotal"), paise: total });
    lines.push({ label: countCoins(coinsUsed), paise: coinsUsed, isDiscount: true });
  }
  const hasOwn = items.some(({ gift }) => gift === null);
  return (
    <section className="order-summary">
      <details className="unfold">
        <summary>{rich("checkout.orderOf", { count: cards ?? 0, money: () => <Money paise={amount} /> })}</summary>
        <PriceSummary title="checkout.yourOrder" lines={lines} total={{ label: rich("checkout.toPay"), paise: amount }}>
          {hasOwn && details.email && (
            <p className="muted small">{rich("checkout.sentTo", { email: () => <bdi>{details.email}</bdi> })}</p>
          )}
        </PriceSummary>
      </details>
    </section>
  );
}

const Line = ({ name, quantity, denomination, gift }: PastItem) => (
  <span>
    {quantity !== null && `${quantity} × `}
    {name}
    {denomination !== null && (quantity ?? 1) > 1 && (
      <span className="muted small"> {rich("checkout.each", { money: formatMoney(denomination) })}</span>
    )}
    {gift && <span className="muted small"> {describeGift(gift)}</span>}
  </span>
);

function describeGift({ recipientName, sendOn }: NonNullable<PastItem["gift"]>) {
  const name = () => <bdi>{recipientName}</bdi>;
  return sendOn ? rich("checkout.giftOn", { name, date: formatDay(sendOn) }) : rich("checkout.giftAtOnce", { name });
}

/** `hundredths` of a coin: "1,250 coins". */
export const countCoins = (hundredths: number) =>
  t("checkout.coins", { count: hundredths / 100, coins: formatPoints(hundredths) });
