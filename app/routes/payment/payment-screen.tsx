import type { ReactNode } from "react";

import type { PaymentScreenName } from "#app/forms/payment.ts";
import { StaticIsland } from "#app/http/tricks/static-island.tsx";
import type { Brand } from "#app/tenant/brand.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { Countdown } from "./countdown.tsx";
import { DetailsCard } from "./details-card.tsx";
import { LEAVE_DIALOG, LeaveDialog } from "./leave-dialog.tsx";
import type { WaitingPayment } from "./load-payment.server.ts";
import { OrderSummary } from "./order-summary.tsx";
import { PayForm } from "./pay-form.tsx";
import type { PaymentRefusal } from "./run-payment-action.server.ts";
import { ScanToPay } from "./scan-to-pay.tsx";
import { UpdateDetails } from "./update-details.tsx";

type PaymentScreenProps = {
  screen: PaymentScreenName;
  title: ReactNode;
  payment: WaitingPayment;
  secondsLeft: number;
  /** Present while the order's state cannot be read: checks it at once. */
  onCheck: (() => void) | undefined;
  refusal: PaymentRefusal | undefined;
  brand: Brand;
  path: string;
  /** Called after Pay with the terms accepted, with JavaScript only. */
  onPay: (orderId: string) => void;
};

export function PaymentScreen(props: PaymentScreenProps) {
  const { screen, title, payment, secondsLeft, onCheck, refusal, brand, path, onPay } = props;
  const search = new URLSearchParams({ orderid: payment.orderId });
  const here = `${path}?${search}`;
  // The QR code alone needs no form.
  const hasLinks = !payment.qr || Object.keys(payment.links).length > 0;
  const leaveHref = `/leave-payment?${search}&screen=${screen}`;
  return (
    <div className="checkout payment">
      <div className="stack payment-head">
        <h1>{marked(title)}</h1>
        <Countdown secondsLeft={secondsLeft} windowSeconds={payment.windowSeconds} />
      </div>
      <div className="stack payment-form">
        {payment.amountNote && <Alert>{payment.amountNote}</Alert>}
        {payment.handNote && <Alert tone="info">{payment.handNote}</Alert>}
        {hasLinks && (
          <PayForm screen={screen} payment={payment} refusal={refusal} onPay={onPay} consent={brand.texts.consent} />
        )}
        <div role="status">
          {onCheck && (
            <div className="notice info">
              <div>
                {rich("payment.unchecked")}{" "}
                <Button type="button" look="outline" onClick={onCheck}>
                  {rich("ui.tryAgain")}
                </Button>
              </div>
            </div>
          )}
        </div>
      </div>
      <StaticIsland id="details">
        {import.meta.env.SSR && <DetailsCard payment={payment} editHref={`${here}&edit=1`} />}
      </StaticIsland>
      <StaticIsland id="order-summary">{import.meta.env.SSR && <OrderSummary payment={payment} />}</StaticIsland>
      <StaticIsland id="scan-to-pay">
        {import.meta.env.SSR && <ScanToPay payment={payment} payee={brand.organizationName} />}
      </StaticIsland>
      <p className="payment-leave">
        <dialog-link target={LEAVE_DIALOG}>
          <a href={leaveHref}>{rich("payment.backToCart")}</a>
        </dialog-link>
      </p>
      <UpdateDetails
        details={payment.details}
        update={refusal?.update ?? null}
        typed={payment.typed}
        isOpen={payment.isEditing}
        closeHref={here}
        orderId={payment.orderId}
      />
      <StaticIsland id="leave">{import.meta.env.SSR && <LeaveDialog action={leaveHref} />}</StaticIsland>
    </div>
  );
}
