import type { PastItem } from "#app/commerce/types.ts";
import { countBought } from "#app/pricing/amounts.ts";
import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { formatDay } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";
import { PriceSummary, type ReceiptLine } from "#app/ui/price-summary.tsx";

import { t } from "../../../config/language/t.ts";
import type { WaitingPayment } from "./load-payment.server.ts";

type OrderSummaryProps = { payment: Pick<WaitingPayment, "items" | "amount" | "coinsUsed" | "timeNote"> };

export function OrderSummary({ payment: { items, amount, coinsUsed, timeNote } }: OrderSummaryProps) {
  const cards = countBought(items);
  const total = amount + (coinsUsed ?? 0);
  // Catalogue prices may differ from the order's; lines then show no amounts, because they would not add up.
  const amounts = items.map(({ denomination, quantity }) => (denomination ?? 0) * (quantity ?? 0));
  const isPriced = amounts.reduce((sum, paise) => sum + paise, 0) === total;
  const cardLines = items.map((item, index) => ({
    label: <Line {...item} />,
    paise: isPriced ? amounts[index]! : null,
  }));
  const lines: ReceiptLine[] = [];
  if (coinsUsed) {
    lines.push({ label: rich("checkout.subtotal"), paise: total });
    lines.push({ label: countCoins(coinsUsed), paise: coinsUsed, isDiscount: true });
  }
  return (
    <section className="order-summary">
      <details className="fold unfold">
        <summary>{rich("checkout.orderOf", { count: cards ?? 0, money: () => <Money paise={amount} /> })}</summary>
        <PriceSummary
          title="checkout.yourOrder"
          cards={cardLines}
          lines={lines}
          total={{ label: rich("checkout.toPay"), paise: amount }}
        >
          <p className="muted small">{marked(timeNote)}</p>
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
