import type { PastItem } from "#app/commerce/types.ts";
import { countBought } from "#app/pricing/amounts.ts";
import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";
import { formatDay } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";
import { PriceSummary, type ReceiptLine } from "#app/ui/price-summary.tsx";

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
    lines.push({ label: "Subtotal", paise: total });
    lines.push({ label: `${formatPoints(coinsUsed)} coins`, paise: coinsUsed, isDiscount: true });
  }
  const hasOwn = items.some(({ gift }) => gift === null);
  return (
    <section className="order-summary">
      <details className="unfold">
        <summary>
          Order of <Money paise={amount} />
          {cards !== null && cards > 0 && ` (${cards} ${cards === 1 ? "card" : "cards"})`}
        </summary>
        <PriceSummary title="Your order" lines={lines} total={{ label: "To pay", paise: amount }}>
          {hasOwn && details.email && (
            <p className="muted small">
              We send the vouchers to <bdi>{details.email}</bdi>.
            </p>
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
      <span className="muted small"> {formatMoney(denomination)} each</span>
    )}
    {gift && (
      <span className="muted small">
        {" "}
        Gift for <bdi>{gift.recipientName}</bdi>, {gift.sendOn ? formatDay(gift.sendOn) : "as soon as you have paid"}
      </span>
    )}
  </span>
);
