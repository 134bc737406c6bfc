import { type FormEvent, type ReactNode, useState } from "react";

import { PAYMENT_METHODS, PAYMENT_TOAST_MS } from "#app/constants.ts";
import {
  consentParts,
  findPaymentProblem,
  payButtonText,
  PAYMENT_SCREENS,
  type PaymentMethodId,
  type PaymentProblem,
  type PaymentScreenName,
  readPaymentChoice,
} from "#app/forms/payment.ts";
import { StaticIsland } from "#app/http/tricks/static-island.tsx";
import { formatPoints } from "#app/pricing/format-money.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/field.tsx";
import { Alert, Toast } from "#app/ui/notice.tsx";

import type { PaymentRefusal } from "./act-on-payment.server.ts";
import { Countdown } from "./countdown.tsx";
import { DetailsCard } from "./details-card.tsx";
import { LEAVE_DIALOG, LeaveDialog } from "./leave-dialog.tsx";
import type { WaitingPayment } from "./load-payment.server.ts";
import { OrderSummary } from "./order-summary.tsx";
import { PaymentMethods } from "./payment-methods.tsx";
import { ScanToPay } from "./scan-to-pay.tsx";
import { UpdateDetails } from "./update-details.tsx";
import { useTypedBefore } from "./use-prehydration-values.ts";

type PaymentScreenProps = {
  screen: PaymentScreenName;
  title: ReactNode;
  payment: WaitingPayment;
  secondsLeft: number;
  refusal: PaymentRefusal | undefined;
  brand: Brand;
  path: string;
  /** Called after Pay with the terms accepted, with JavaScript only. */
  onPay: (orderId: string) => void;
};

export function PaymentScreen(props: PaymentScreenProps) {
  const { screen, title, payment, secondsLeft, refusal, brand, path, onPay } = props;
  const search = new URLSearchParams({ orderid: payment.orderId });
  const here = `${path}?${search}`;
  const leaveHref = `/leave-payment?${search}&screen=${screen}`;
  return (
    <div className="checkout payment">
      <div className="stack payment-head">
        <h1>{title}</h1>
        <Countdown secondsLeft={secondsLeft} windowSeconds={PAYMENT_SCREENS[screen].windowSeconds} />
        <p className="muted small">{PAYMENT_SCREENS[screen].timeNote}</p>
      </div>
      <StaticIsland id="order-summary">{import.meta.env.SSR && <OrderSummary payment={payment} />}</StaticIsland>
      <div className="stack payment-form">
        <DetailsCard user={payment.details} editHref={`${here}&edit=1`} />
        <PayForm screen={screen} payment={payment} refusal={refusal} onPay={onPay} consent={brand.texts.consent} />
        <p>
          <dialog-link target={LEAVE_DIALOG}>
            <a href={leaveHref}>Back to Cart</a>
          </dialog-link>
        </p>
      </div>
      <StaticIsland id="scan-to-pay">
        {import.meta.env.SSR && <ScanToPay payment={payment} payee={brand.organizationName} />}
      </StaticIsland>
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

type PayFormProps = Pick<PaymentScreenProps, "screen" | "payment" | "refusal" | "onPay"> & { consent: string };

/** With JavaScript the form opens the link itself and the page stays; without, the server checks it. */
function PayForm({ screen, payment, refusal, onPay, consent }: PayFormProps) {
  const available = PAYMENT_METHODS.filter((method) => payment.links[method]);
  const [method, setMethod] = useState<PaymentMethodId | null>(refusal?.choice?.method ?? null);
  const [notice, setNotice] = useState<{ problem: PaymentProblem | null; at: number }>({
    problem: refusal?.problem ?? null,
    at: refusal?.answeredAt ?? 0,
  });
  const [opened, setOpened] = useState<string | null>(null);
  const form = useTypedBefore((typed) => setMethod(readPaymentChoice(typed).method));

  function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const choice = readPaymentChoice(new FormData(event.currentTarget));
    const problem = findPaymentProblem(screen, choice, available);
    setNotice({ problem, at: event.timeStamp });
    if (problem) {
      const name = problem.at === "terms" ? "terms" : "method";
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${name}]:enabled`)?.focus();
      return setOpened(null);
    }
    onPay(payment.orderId);
    const link = payment.links[choice.method!]!;
    setOpened(link);
    if (isApp(link)) location.assign(link);
    else window.open(link, "_blank", "noopener");
  }

  function clearProblem() {
    if (notice.problem) setNotice({ problem: null, at: notice.at });
  }

  const alertAt = (place: PaymentProblem["at"]) =>
    notice.problem?.at === place && <Alert key={notice.at}>{notice.problem.text}</Alert>;
  return (
    <form ref={form} method="post" onSubmit={pay} onChange={clearProblem} className="stack" noValidate>
      {notice.problem && <Toast key={notice.at} text={notice.problem.text} durationMs={PAYMENT_TOAST_MS} />}
      {payment.qr && (
        <p className="muted small on-computers">
          On a computer, scan the code with your phone. The choices below open an app on this device.
        </p>
      )}
      <PaymentMethods
        available={available}
        selected={method ?? undefined}
        isFocused={refusal?.problem?.at === "method"}
        onChange={({ currentTarget }) => setMethod(currentTarget.value as PaymentMethodId)}
      />
      {alertAt("method")}
      <Checkbox
        name="terms"
        label={<Consent of={consentParts(consent, payment.coinsUsed)} />}
        defaultChecked={refusal?.choice?.hasAcceptedTerms}
        autoFocus={refusal?.problem?.at === "terms"}
      />
      <p className="muted small">
        {payment.coinsUsed !== null && `${describeCoinUse(payment.coinsUsed)} `}The terms open in a new tab.
      </p>
      {alertAt("terms")}
      {alertAt("link")}
      <Button isWide>{payButtonText(payment.amount, method)}</Button>
      {opened && (
        <Alert tone="info">
          Waiting for your payment. This page updates by itself.{" "}
          <a href={opened} target={isApp(opened) ? undefined : "_blank"} rel="noreferrer">
            Open it again
          </a>
        </Alert>
      )}
    </form>
  );
}

/** Links the terms in a new tab, so that the form stays. */
const Consent = ({ of: [before, terms, after] }: { of: readonly [string, string, string] }) => (
  <>
    {before}
    <a href="/terms-conditions" target="_blank">
      {terms}
    </a>
    {after}
  </>
);

const describeCoinUse = (coinsUsed: number) =>
  coinsUsed === 0
    ? "This order uses no coins: nothing is taken from your balance."
    : `This order uses ${formatPoints(coinsUsed)} coins: no more are taken from your balance.`;

/** App links open in the same tab, web pages in a new one. */
const isApp = (link: string) => !/^(https?:|\/)/.test(link);
