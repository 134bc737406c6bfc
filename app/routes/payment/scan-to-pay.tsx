import { plainRupees } from "#app/forms/payment.ts";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Money } from "#app/ui/money.tsx";

import type { WaitingPayment } from "./load-payment.server.ts";
import { Qr } from "./qr.tsx";

type ScanToPayProps = { payment: Pick<WaitingPayment, "qr" | "payee" | "amount" | "reference">; payee: string };

/** Pays from another device: a QR code, and the UPI details to type. Renders nothing if the order has neither. */
export function ScanToPay({ payment: { qr, payee: upi, amount, reference }, payee: brandName }: ScanToPayProps) {
  if (!qr && !upi) return null;
  const payee = upi?.name || brandName;
  return (
    <aside className="panel stack scan">
      <h2>{qr ? "Scan with any UPI app" : "Pay in any UPI app"}</h2>
      {qr && (
        <details className="unfold">
          <summary className="button outline">Show the code for another phone</summary>
          <Qr {...qr} label={`QR code to pay ${payee}`} />
        </details>
      )}
      {qr && (
        <p className="muted small">
          By paying with this code you accept the{" "}
          <a href="/terms-conditions" target="_blank">
            Terms and Conditions
          </a>
          .
        </p>
      )}
      <dl className="pay-facts">
        <div>
          <dt>Amount</dt>
          <dd>
            <Money paise={amount} />
          </dd>
          <dd>
            <CopyButton value={plainRupees(amount)} label="amount" />
          </dd>
        </div>
        {upi && (
          <div>
            <dt>UPI ID</dt>
            <dd className="figure">{upi.id}</dd>
            <dd>
              <CopyButton value={upi.id} label="UPI ID" />
            </dd>
          </div>
        )}
        <div>
          <dt>Payee</dt>
          <dd>{payee}</dd>
          <dd>
            <CopyButton value={payee} label="payee" />
          </dd>
        </div>
        {reference && (
          <div>
            <dt>Reference</dt>
            <dd className="figure">{reference}</dd>
            <dd>
              <CopyButton value={reference} label="reference" />
            </dd>
          </div>
        )}
      </dl>
    </aside>
  );
}
