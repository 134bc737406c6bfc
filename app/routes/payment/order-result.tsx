import type { ReactNode } from "react";

import type { OrderStatus, Receipt as OrderReceipt } from "#app/commerce/types.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import { BEING_CHECKED, REFUND_DUE, WAITING_FOR_CONFIRMATION } from "#app/routes/orders/bought.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BROKEN, CLOCK, LOST, TICK, TICKET } from "#app/ui/illustration.tsx";
import { Money } from "#app/ui/money.tsx";
import { PriceSummary } from "#app/ui/price-summary.tsx";

import { Confetti } from "./confetti.tsx";
import type { PaidOrder } from "./order-state.ts";

type OrderResultProps = {
  order: {
    status: OrderStatus;
    amount: number | null;
    isBeingChecked: boolean;
    isOnItsWay: boolean;
    isConfirmedByHand: boolean;
  } | null;
  problem: string | null;
  payHref: string | null;
  againHref: string | null;
  /** Absent until the order is paid. */
  paid: Pick<PaidOrder, "delivery" | "historyHref"> | null;
  /** The order's lines; null where the backend does not list them. */
  receipt: OrderReceipt | null;
  receiptHref: string | null;
};

export function OrderResult({ order, problem, payHref, againHref, paid, receipt, receiptHref }: OrderResultProps) {
  if (!order) {
    return <EmptyState drawing={LOST} title={problem ?? ""} action={{ href: "/", label: "Go Back" }} isPage />;
  }
  const { drawing, title, text } = describeResult(order);
  return (
    <EmptyState
      drawing={drawing}
      title={title}
      text={order.isBeingChecked ? text : (paid?.delivery ?? text)}
      confetti={drawing === TICK && <Confetti />}
      isPage
    >
      {receipt ? (
        <Bought receipt={receipt} />
      ) : (
        order.amount !== null &&
        order.amount > 0 && (
          <p>
            Amount <Money paise={order.amount} />
          </p>
        )
      )}
      <div className="form-row">
        {order.status === "pending" && againHref && <ButtonLink href={againHref}>Check again</ButtonLink>}{" "}
        {order.status === "pending" && payHref && (
          <ButtonLink href={payHref} look="outline">
            Pay now
          </ButtonLink>
        )}{" "}
        {order.status === "failed" || order.status === "expired" ? (
          <ButtonLink href="/cart">Back to Cart</ButtonLink>
        ) : (
          <ButtonLink
            href={paid?.historyHref ?? "/order-history"}
            look={order.status === "success" ? "primary" : "outline"}
          >
            {order.status === "success" && !order.isBeingChecked && !order.isOnItsWay
              ? "See your vouchers"
              : "Track Order"}
          </ButtonLink>
        )}{" "}
        {receiptHref && (
          <ButtonLink href={receiptHref} look="outline">
            Receipt
          </ButtonLink>
        )}
      </div>
    </EmptyState>
  );
}

function Bought({ receipt: { items, coinsUsed, amount } }: { receipt: OrderReceipt }) {
  const lines = items.map(({ name, quantity, amount }) => ({ label: `${quantity} × ${name}`, paise: amount }));
  const coins = { label: `${formatPoints(coinsUsed)} coins`, paise: coinsUsed, isDiscount: true };
  return (
    <PriceSummary
      title="Your gift cards"
      lines={coinsUsed > 0 ? [...lines, coins] : lines}
      total={{ label: "Paid", paise: amount }}
    />
  );
}

function describeResult({ status, isBeingChecked, isConfirmedByHand }: NonNullable<OrderResultProps["order"]>) {
  if (isBeingChecked) return CHECKED;
  return status === "pending" && isConfirmedByHand ? { drawing: CLOCK, ...WAITING_FOR_CONFIRMATION } : RESULTS[status];
}

const CHECKED = {
  drawing: CLOCK,
  title: "Your order is being checked",
  text: `We have received your payment. ${BEING_CHECKED}`,
} as const;

const RESULTS: Record<OrderStatus, { drawing: ReactNode; title: string; text: string }> = {
  success: {
    drawing: TICK,
    title: "Payment received",
    text: "Your vouchers are in your order history, usually within a minute.",
  },
  pending: {
    drawing: CLOCK,
    title: "Waiting for your payment",
    text: "We are waiting for your bank. This page updates by itself.",
  },
  expired: {
    drawing: CLOCK,
    title: "This order has expired",
    text: "It was not paid in time. Your coins are back, and your cart is unchanged.",
  },
  failed: {
    drawing: BROKEN,
    title: "Payment failed",
    text: "The payment was declined. Your coins are back, and your cart is unchanged.",
  },
  "refund-due": {
    drawing: TICKET,
    ...REFUND_DUE,
  },
};
