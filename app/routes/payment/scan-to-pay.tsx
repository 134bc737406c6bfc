import { plainRupees } from "#app/forms/payment.ts";
import { rich } from "#app/texts/rich.ts";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Money } from "#app/ui/money.tsx";
import { Qr } from "#app/ui/qr/qr.tsx";

import { t } from "../../../config/language/t.ts";
import type { WaitingPayment } from "./load-payment.server.ts";

type ScanToPayProps = {
  payment: Pick<WaitingPayment, "qr" | "payee" | "amount" | "orderNumber" | "reference">;
  payee: string;
};

/** Pays from another device: a QR code, and the UPI details to type. Renders nothing if the order has neither. */
export function ScanToPay({ payment, payee: brandName }: ScanToPayProps) {
  const { qr, payee: upi, amount, orderNumber, reference } = payment;
  if (!qr && !upi) return null;
  const payee = upi?.name || brandName;
  return (
    <aside className="panel stack scan">
      <h2>{qr ? rich("checkout.scan") : rich("checkout.upiPay")}</h2>
      {qr && (
        <details className="unfold">
          <summary className="button outline">{rich("checkout.showQr")}</summary>
          <Qr {...qr} label={t("checkout.qr", { payee })} />
        </details>
      )}
      {qr && (
        <p className="muted small">
          {rich("checkout.scanTerms", {
            link: (parts) => (
              <a href="/terms-conditions" target="_blank">
                {parts}
              </a>
            ),
          })}
        </p>
      )}
      <dl className="pay-facts">
        <div>
          <dt>{rich("checkout.amount")}</dt>
          <dd>
            <Money paise={amount} />
          </dd>
          <dd>
            <CopyButton value={plainRupees(amount)} label={t("checkout.toCopy-amount")} />
          </dd>
        </div>
        {upi && (
          <div>
            <dt>{rich("checkout.upiId")}</dt>
            <dd className="figure">{upi.id}</dd>
            <dd>
              <CopyButton value={upi.id} label={t("checkout.upiId")} />
            </dd>
          </div>
        )}
        <div>
          <dt>{rich("checkout.payee")}</dt>
          <dd>{payee}</dd>
          <dd>
            <CopyButton value={payee} label={t("checkout.toCopy-payee")} />
          </dd>
        </div>
        {reference && (
          <div>
            <dt>{rich("checkout.reference")}</dt>
            <dd className="figure">{reference}</dd>
            <dd>
              <CopyButton value={reference} label={t("checkout.toCopy-reference")} />
            </dd>
          </div>
        )}
        {orderNumber && (
          <div>
            <dt>{rich("checkout.orderNumber")}</dt>
            <dd className="figure">{orderNumber}</dd>
            <dd>
              <CopyButton value={orderNumber} label={t("checkout.toCopy-number")} />
            </dd>
          </div>
        )}
      </dl>
    </aside>
  );
}
