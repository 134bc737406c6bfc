import type { ReactNode } from "react";

import type { OrderStatus, Receipt as OrderReceipt } from "#app/commerce/types.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import { BEING_CHECKED, REFUND_DUE, WAITING_FOR_CONFIRMATION } from "#app/routes/orders/bought.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BROKEN, CLOCK, TICK, TICKET } from "#app/ui/illustration.tsx";
import { Money } from "#app/ui/money.tsx";
import { PriceSummary } from "#app/ui/price-summary.tsx";
import { SelfUpdate } from "#app/ui/self-update.tsx";

import { Confetti } from "./confetti.tsx";
import type { PaidOrder } from "./order-state.ts";
import { PaymentNotLoaded } from "./payment-end.tsx";

type OrderResultProps = {
  order: {
    status: OrderStatus;
    amount: number | null;
    isBeingChecked: boolean;
    isOnItsWay: boolean;
    isConfirmedByHand: boolean;
    coinsUsed: number | null;
  } | null;
  problem: string | null;
  /** The backend does not answer. */
  isOutage: boolean;
  payHref: string | null;
  againHref: string | null;
  /** Absent until the order is paid. */
  paid: Pick<PaidOrder, "delivery" | "historyHref"> | null;
  /** The order's lines; null if the backend does not list them. */
  receipt: OrderReceipt | null;
  receiptHref: string | null;
};

export function OrderResult({ order, problem, isOutage, paid, receipt, ...hrefs }: OrderResultProps) {
  if (!order) {
    return <PaymentNotLoaded message={problem ?? ""} isOutage={isOutage} />;
  }
  const { drawing, title, text } = describeResult(order);
  const updatesItself = order.status === "pending" && !order.isConfirmedByHand && !order.isBeingChecked;
  return (
    <EmptyState
      drawing={drawing}
      title={title}
      text={
        <>
          {order.isBeingChecked ? text : (paid?.delivery ?? text)}
          {updatesItself && (
            <>
              {" "}
              <SelfUpdate />
            </>
          )}
        </>
      }
      confetti={drawing === TICK && <Confetti />}
      isPage
    >
      {receipt ? <Bought receipt={receipt} /> : <Amount paise={order.amount} />}
      <Links order={order} paid={paid} {...hrefs} />
    </EmptyState>
  );
}

/** Nothing for an unknown amount, and for an order that coins alone have paid. */
const Amount = ({ paise }: { paise: number | null }) =>
  paise ? (
    <p>
      Amount <Money paise={paise} />
    </p>
  ) : null;

type LinksProps = Pick<OrderResultProps, "paid" | "payHref" | "againHref" | "receiptHref"> & {
  order: NonNullable<OrderResultProps["order"]>;
};

function Links({ order, paid, payHref, againHref, receiptHref }: LinksProps) {
  const { status } = order;
  const isDelivered = status === "success" && !order.isBeingChecked && !order.isOnItsWay;
  return (
    <div className="form-row">
      {status === "pending" && againHref && <ButtonLink href={againHref}>Check again</ButtonLink>}{" "}
      {status === "pending" && payHref && (
        <ButtonLink href={payHref} look="outline">
          Pay now
        </ButtonLink>
      )}{" "}
      {status === "failed" || status === "expired" ? (
        <ButtonLink href="/cart">Back to Cart</ButtonLink>
      ) : (
        <ButtonLink href={paid?.historyHref ?? "/order-history"} look={status === "success" ? "primary" : "outline"}>
          {isDelivered ? "See your vouchers" : "Track Order"}
        </ButtonLink>
      )}{" "}
      {receiptHref && (
        <ButtonLink href={receiptHref} look="outline">
          Receipt
        </ButtonLink>
      )}
    </div>
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

/** The result page's drawing, title and text. */
export function describeResult(order: NonNullable<OrderResultProps["order"]>) {
  const { status, isBeingChecked, isConfirmedByHand } = order;
  if (isBeingChecked) return CHECKED;
  if (status === "pending" && isConfirmedByHand) return { drawing: CLOCK, ...WAITING_FOR_CONFIRMATION };
  const { text, ...result } = RESULTS[status];
  return { ...result, text: status === "expired" || status === "failed" ? `${text} ${describeReturn(order)}` : text };
}

/** Describes the return of an unpaid order's coins. A backend need not report if there were any. */
function describeReturn({ coinsUsed }: { coinsUsed: number | null }): string {
  if (coinsUsed === 0) return "Your cart is unchanged.";
  return `${coinsUsed === null ? "Any coins" : "Your coins"} are back, and your cart is unchanged.`;
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
    text: "We are waiting for your bank.",
  },
  expired: {
    drawing: CLOCK,
    title: "This order has expired",
    text: "It was not paid in time.",
  },
  failed: {
    drawing: BROKEN,
    title: "Payment failed",
    text: "The payment was declined.",
  },
  "refund-due": {
    drawing: TICKET,
    ...REFUND_DUE,
  },
};
