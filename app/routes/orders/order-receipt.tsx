import Printer from "lucide/dist/esm/icons/printer.mjs";
import type { ReactNode } from "react";

import type { Receipt } from "#app/commerce/types.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { formatDateTime } from "#app/ui/date.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";

export function OrderReceipt({ receipt, brand }: { receipt: Receipt; brand: Brand }) {
  return (
    <article className="panel order-receipt" aria-labelledby="receipt-title">
      <header>
        <p className="kicker">{brand.organizationName}</p>
        <h1 id="receipt-title">
          Receipt <span className="figure">{receipt.number}</span>
        </h1>
        {receipt.issuedAt !== null && <p className="muted">{formatDateTime(receipt.issuedAt)}</p>}
      </header>
      <Parties receipt={receipt} brand={brand} />
      <AmountsTable receipt={receipt} />
      <p className="muted small">
        One coin is one rupee. All amounts are in Indian rupees. No GST is charged on the face value of a gift card, so
        this is a receipt and not a tax invoice.
        {brand.email && ` Questions? ${brand.email}`}
      </p>
      <p className="no-print receipt-ways">
        <a href="/order-history">Back to your orders</a>
        <ticket-tools>
          <button type="button" value="print" className="button quiet scripted">
            <Icon of={Printer} size={16} /> Print
          </button>
        </ticket-tools>
      </p>
    </article>
  );
}

function Parties({ receipt, brand }: { receipt: Receipt; brand: Brand }) {
  const { legal } = receipt;
  return (
    <dl className="receipt-parties">
      <div>
        <dt>Sold by</dt>
        <dd>
          <b>{legal.entity || brand.organizationName}</b>
        </dd>
        {legal.address && <dd>{legal.address}</dd>}
        {legal.gstin && <dd>GSTIN {legal.gstin}</dd>}
      </div>
      <div>
        <dt>Sold to</dt>
        <dd>
          <b>
            <bdi>{receipt.user.username}</bdi>
          </b>
        </dd>
        <dd>{receipt.user.email}</dd>
        <dd>Order {receipt.orderNumber}</dd>
      </div>
    </dl>
  );
}

function AmountsTable({ receipt }: { receipt: Receipt }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Gift card</th>
          <th scope="col">Quantity</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {receipt.items.map((item, index) => (
          <tr key={index}>
            <th scope="row">
              {item.name}{" "}
              <span className="muted small">
                <Money paise={item.denomination} /> each
              </span>
            </th>
            <td>{item.quantity}</td>
            <td>
              <Money paise={item.amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Sum label="Total" paise={receipt.total} />
        {receipt.coinsUsed > 0 && (
          <Sum label={`Paid with ${formatPoints(receipt.coinsUsed)} coins`} paise={receipt.coinsUsed} />
        )}
        <Sum label={paidLabel(receipt)} paise={receipt.amount} isLast />
        {receipt.refund && receipt.refund.amount > 0 && (
          <Sum label="Refunded, or on its way back" paise={receipt.refund.amount} />
        )}
        {receipt.refund && receipt.refund.coins > 0 && <Sum label="Coins returned" paise={receipt.refund.coins} />}
      </tfoot>
    </table>
  );
}

function paidLabel({ paidBy }: Receipt) {
  if (!paidBy) return "Paid";
  if (!paidBy.reference) return `Paid by ${paidBy.method}`;
  return (
    <>
      Paid by {paidBy.method}, reference <span className="reference">{paidBy.reference}</span>
    </>
  );
}

function Sum({ label, paise, isLast }: { label: ReactNode; paise: number; isLast?: boolean }) {
  return (
    <tr className={isLast ? "total" : undefined}>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td>
        <Money paise={paise} />
      </td>
    </tr>
  );
}
