import { useEffect, type ReactNode } from "react";
import { TERMS_COINS } from "#app/constants.ts";
import type { PaidOrder } from "#app/commerce/order-state.ts";
import { PAYMENT_METHOD_NAMES, type PaymentChoice } from "#app/forms/payment.ts";
import { Button, ButtonLink } from "./button.tsx";
import { Confetti } from "./confetti.tsx";
import { BROKEN, LOST, TICK, TICKET, Drawing } from "./drawing.tsx";
import { EmptyState } from "./empty-state.tsx";

type SuccessProps = { title: string; okHref: string; redirectMs: number; children?: ReactNode };

/** The success dialog of the payment screens: OK goes on, and so does the page after a while (spec, section 4). */
export function PaymentSuccess({ title, okHref, redirectMs, children }: SuccessProps) {
  useEffect(() => {
    const timer = setTimeout(() => location.assign(okHref), redirectMs);
    return () => clearTimeout(timer);
  }, [okHref, redirectMs]);
  return (
    <dialog className="dialog" open aria-labelledby="success-title">
      <div className="empty paid">
        <Confetti />
        <Drawing of={TICK} />
        <h1 id="success-title">{title}</h1>
        {children}
        <ButtonLink href={okHref} ref={(link) => link?.focus()}>
          OK
        </ButtonLink>
      </div>
    </dialog>
  );
}

/** What a paid order brought: the literal texts of the spec, and the first voucher's code once there is one. */
export function PointsAdded({ paid }: { paid: PaidOrder }) {
  return (
    <>
      <p>Points has been added on your account</p>
      <div className="form-row">
        {paid.code && <code className="figure">{paid.code}</code>}{" "}
        <ButtonLink href={paid.claimUrl ?? "/order-history"} look="outline" rel="noopener noreferrer">
          Redeem
        </ButtonLink>
      </div>
      <p className="muted">{`${TERMS_COINS} Coins Redeemed on this site`}</p>
    </>
  );
}

/** An order that cannot be paid any more: declined, or paid and not deliverable. */
export function PaymentClosed({ status }: { status: "failed" | "refund-due" }) {
  return status === "failed" ? (
    <EmptyState
      drawing={BROKEN}
      title="Payment failed"
      text="The payment was declined. Nothing was charged, and your cart is as it was."
      action={{ href: "/cart", label: "Back to Cart" }}
      isPage
    />
  ) : (
    <EmptyState
      drawing={TICKET}
      title="Your money comes back"
      text="You have paid, but we cannot deliver this order. You get the money and the coins back."
      action={{ href: "/order-history", label: "Track Order" }}
      isPage
    />
  );
}

type NotLoadedProps = {
  message: string;
  /** What Pay was pressed with: Try again presses it once more. */
  choice?: PaymentChoice | null;
};

/** An order that could not be read (spec, section 2, Payment page). */
export function PaymentNotLoaded({ message, choice }: NotLoadedProps) {
  return (
    <EmptyState drawing={LOST} title={message} isPage>
      {choice?.method && (
        <form method="post">
          <input type="hidden" name="method" value={choice.method} />
          {choice.hasAcceptedTerms && <input type="hidden" name="terms" value="on" />}
          <p>Your choice, {PAYMENT_METHOD_NAMES[choice.method]}, is kept.</p>
          <Button>Try again</Button>
        </form>
      )}{" "}
      <ButtonLink href="/">Go Back</ButtonLink>
    </EmptyState>
  );
}
