import { type FormEvent, useState } from "react";

import { PAGE_LINK, PAYMENT_TOAST_MS } from "#app/base/constants.ts";
import {
  consentParts,
  findPaymentProblem,
  payButtonText,
  PAYMENT_CHOICES,
  type PaymentMethodId,
  type PaymentProblem,
  type PaymentScreenName,
  readPaymentChoice,
} from "#app/forms/payment.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/field.tsx";
import { Alert, Toast } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { WaitingPayment } from "./load-payment.server.ts";
import { PaymentMethods } from "./payment-methods.tsx";
import type { PaymentRefusal } from "./run-payment-action.server.ts";
import { useTypedBefore } from "./use-prehydration-values.ts";

/** A second press within this time opens no second tab. */
const DOUBLE_PRESS_MS = 1_000;

type PayFormProps = {
  screen: PaymentScreenName;
  payment: WaitingPayment;
  refusal: PaymentRefusal | undefined;
  consent: string;
  /** Called after Pay with the terms accepted, with JavaScript only. */
  onPay: (orderId: string) => void;
};

/**
 * With JavaScript the form opens the link itself. The page stays unless the link leads to the gateway's own page. Without
 * JavaScript the server checks the form.
 */
export function PayForm({ screen, payment, refusal, onPay, consent }: PayFormProps) {
  const available = PAYMENT_CHOICES.filter((method) => payment.links[method]);
  const isHostedOnly = available.join() === "hosted";
  const refused = readRefusal(refusal);
  const [method, setMethod] = useState<PaymentMethodId | null>(isHostedOnly ? "hosted" : refused.method);
  const [notice, setNotice] = useState(refused.notice);
  const [opened, setOpened] = useState<{ href: string; target?: "_blank"; rel?: "noreferrer" } | null>(null);
  const form = useTypedBefore((typed) => setMethod(readPaymentChoice(typed).method));

  function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (opened && event.timeStamp - notice.at < DOUBLE_PRESS_MS) return;
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
    const staysHere = choice.method === "hosted" || !PAGE_LINK.test(link);
    setOpened(staysHere ? { href: link } : { href: link, target: "_blank", rel: "noreferrer" });
    if (staysHere) location.assign(link);
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
      {isHostedOnly ? (
        <HostedOnly note={payment.hostedNote} />
      ) : (
        <>
          {payment.qr && <h2 className="on-computers">{rich("payment.onThisDevice")}</h2>}
          <PaymentMethods
            available={available}
            hostedNote={payment.hostedNote}
            selected={method ?? undefined}
            isFocused={refused.at === "method"}
            onChange={({ currentTarget }) => setMethod(currentTarget.value as PaymentMethodId)}
          />
        </>
      )}
      {alertAt("method")}
      <Checkbox
        name="terms"
        label={<Consent of={consentParts(consent, payment.coinsUsed)} />}
        defaultChecked={refused.hasAcceptedTerms}
        autoFocus={refused.at === "terms"}
      />
      <p className="muted small">
        {marked(describeCoinUse(payment.coinsUsed))} {rich("payment.termsOpen")}
      </p>
      {alertAt("terms")}
      {alertAt("link")}
      <div className="pay-press">
        {opened && (
          <Alert tone="info">{rich("payment.waiting", { link: (parts) => <a {...opened}>{parts}</a> })}</Alert>
        )}
        <Button isWide>{marked(payButtonText(payment.amount, method))}</Button>
      </div>
    </form>
  );
}

type PayNotice = { problem: PaymentProblem | null; at: number };

/** The choice that the server has refused, and its reason. */
function readRefusal(refusal: PaymentRefusal | undefined) {
  const { choice, problem = null, answeredAt = 0 }: Partial<PaymentRefusal> = refusal ?? {};
  const notice: PayNotice = { problem, at: answeredAt };
  return { method: choice?.method ?? null, hasAcceptedTerms: choice?.hasAcceptedTerms, at: problem?.at, notice };
}

/** The only way to pay is on the gateway's page. */
const HostedOnly = ({ note }: { note: WaitingPayment["hostedNote"] }) => (
  <p>
    <input type="hidden" name="method" value="hosted" />
    {note}
  </p>
);

/** Links the terms in a new tab, so that the form stays. */
const Consent = ({ of: [before, terms, after] }: { of: readonly [string, string, string] }) => (
  <>
    {marked(before)}
    <a href="/terms-conditions" target="_blank">
      {marked(terms)}
    </a>
    {marked(after)}
  </>
);

function describeCoinUse(coinsUsed: number | null) {
  if (coinsUsed === null) return null;
  return coinsUsed === 0
    ? t("payment.noCoinUse")
    : t("payment.coinUse", { count: coinsUsed / 100, coins: formatPoints(coinsUsed) });
}
