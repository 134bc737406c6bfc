import type { Receipt } from "#app/commerce/types.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { formatDateTime } from "./date.tsx";
import { formatPoints, Money } from "./money.tsx";

/** The receipt of a paid order, to keep or to print: cash and coins apart, who sold and who bought. */
export function OrderReceipt({ receipt, brand }: { receipt: Receipt; brand: Brand }) {
  const { legal } = receipt;
  return (
    <article className="panel order-receipt" aria-labelledby="receipt-title">
      <header>
        <p className="kicker">{brand.organizationName}</p>
        <h1 id="receipt-title">
          Receipt <span className="figure">{receipt.number}</span>
        </h1>
        {receipt.issuedAt !== null && <p className="muted">{formatDateTime(receipt.issuedAt)}</p>}
      </header>
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
          <Sum label="Paid in cash" paise={receipt.amount} isLast />
          {receipt.refund && receipt.refund.amount > 0 && (
            <Sum label="Paid back, or due to be, in cash" paise={receipt.refund.amount} />
          )}
          {receipt.refund && receipt.refund.coins > 0 && <Sum label="Coins given back" paise={receipt.refund.coins} />}
        </tfoot>
      </table>
      <p className="muted small">
        One coin is one rupee. All amounts are in Indian rupees and include the taxes that apply.
        {brand.email && ` Questions? ${brand.email}`}
      </p>
      <p className="no-print">
        <a href="/order-history">Back to your orders</a>
      </p>
    </article>
  );
}

function Sum({ label, paise, isLast }: { label: string; paise: number; isLast?: boolean }) {
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
