import type { ReactNode } from "react";

import type { OrderStatus, Receipt as OrderReceipt } from "#app/commerce/types.ts";
import { Confetti } from "#app/routes/paid/confetti.tsx";
import type { PaidOrder } from "#app/routes/paid/order-state.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BROKEN, CLOCK, TICK, TICKET } from "#app/ui/illustration.tsx";
import { Money } from "#app/ui/money.tsx";
import { PriceSummary } from "#app/ui/price-summary.tsx";
import { SelfUpdate } from "#app/ui/self-update.tsx";

import { t } from "../../../config/language/t.ts";
import { countCoins } from "./order-summary.tsx";
import { PaymentNotLoaded } from "./payment-end.tsx";
import { TryAgainForm } from "./try-again-form.tsx";

type OrderResultProps = {
  orderId: string;
  order: {
    status: OrderStatus;
    amount: number | null;
    isBeingChecked: boolean;
    isOnItsWay: boolean;
    isConfirmedByHand: boolean;
    coinsUsed: number | null;
    shortReference: string | null;
    /** Of a declined order that can be paid again (kept-note.server.ts). */
    keptNote: string | null;
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

export function OrderResult({ orderId, order, problem, isOutage, paid, receipt, ...hrefs }: OrderResultProps) {
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
          {marked(order.isBeingChecked ? text : (paid?.delivery ?? text))}
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
      {order.shortReference && (
        <p className="muted small">{rich("orders.reference", { reference: order.shortReference })}</p>
      )}
      {receipt ? <Bought receipt={receipt} /> : <Amount paise={order.amount} />}
      {order.keptNote ? <TryAgainForm orderId={orderId} /> : <Links order={order} paid={paid} {...hrefs} />}
    </EmptyState>
  );
}

/** Nothing for an unknown amount, and for an order that coins alone have paid. */
const Amount = ({ paise }: { paise: number | null }) =>
  paise ? <p>{rich("checkout.amountOf", { money: () => <Money paise={paise} /> })}</p> : null;

type LinksProps = Pick<OrderResultProps, "paid" | "payHref" | "againHref" | "receiptHref"> & {
  order: NonNullable<OrderResultProps["order"]>;
};

function Links({ order, paid, payHref, againHref, receiptHref }: LinksProps) {
  const { status } = order;
  const isDelivered = status === "success" && !order.isBeingChecked && !order.isOnItsWay;
  return (
    <div className="form-row">
      {status === "pending" && againHref && <ButtonLink href={againHref}>{rich("checkout.checkAgain")}</ButtonLink>}{" "}
      {status === "pending" && payHref && (
        <ButtonLink href={payHref} look="outline">
          {rich("checkout.payNow")}
        </ButtonLink>
      )}{" "}
      {status === "failed" || status === "expired" ? (
        <ButtonLink href="/cart">{rich("payment.backToCart")}</ButtonLink>
      ) : (
        <ButtonLink href={paid?.historyHref ?? "/order-history"} look={status === "success" ? "primary" : "outline"}>
          {isDelivered ? rich("payment.seeVouchers") : rich("payment.trackOrder")}
        </ButtonLink>
      )}{" "}
      {receiptHref && (
        <ButtonLink href={receiptHref} look="outline">
          {rich("checkout.receipt")}
        </ButtonLink>
      )}
    </div>
  );
}

/** The lines of a paid order. */
export function Bought({ receipt: { items, coinsUsed, amount } }: { receipt: OrderReceipt }) {
  const cards = items.map(({ name, quantity, amount }) => ({ label: `${quantity} × ${name}`, paise: amount }));
  const coins = { label: countCoins(coinsUsed), paise: coinsUsed, isDiscount: true };
  return (
    <PriceSummary
      title="checkout.bought"
      cards={cards}
      lines={coinsUsed > 0 ? [coins] : []}
      total={{ label: rich("checkout.paid"), paise: amount }}
    />
  );
}

/** The result page's drawing, title and text. */
export function describeResult(order: NonNullable<OrderResultProps["order"]>) {
  const { status, isBeingChecked, isConfirmedByHand } = order;
  if (isBeingChecked) return { drawing: CLOCK, title: t("checkout.checked"), text: t("checkout.checkedText") };
  if (status === "pending" && isConfirmedByHand)
    return { drawing: CLOCK, title: t("checkout.confirming"), text: t("checkout.confirmingText") };
  const result = { drawing: DRAWINGS[status], ...wordsOf(status) };
  if (order.keptNote) return { ...result, text: `${result.text} ${order.keptNote}` };
  const isReturned = status === "expired" || status === "failed";
  return isReturned ? { ...result, text: `${result.text} ${describeReturn(order)}` } : result;
}

/** Describes the return of an unpaid order's coins. A backend need not report if there were any. */
function describeReturn({ coinsUsed }: { coinsUsed: number | null }): string {
  if (coinsUsed === 0) return t("checkout.cartUnchanged");
  return coinsUsed === null ? t("checkout.anyCoinsBack") : t("checkout.coinsBack");
}

function wordsOf(status: OrderStatus) {
  if (status === "refund-due") return { title: t("payment.refundDue"), text: t("payment.refundDueText") };
  const title = status === "failed" ? t("payment.failed") : t(`checkout.result-${status}`);
  return { title, text: t(`checkout.resultText-${status}`) };
}

const DRAWINGS: Record<OrderStatus, ReactNode> = {
  success: TICK,
  pending: CLOCK,
  expired: CLOCK,
  failed: BROKEN,
  "refund-due": TICKET,
};
