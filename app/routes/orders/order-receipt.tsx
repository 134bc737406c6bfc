import Printer from "lucide/dist/esm/icons/printer.mjs";
import type { ReactNode } from "react";

import type { Receipt } from "#app/commerce/types.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { formatDateTime } from "#app/ui/date.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";

import { t } from "../../../config/language/t.ts";

export function OrderReceipt({ receipt, brand }: { receipt: Receipt; brand: Brand }) {
  return (
    <article className="panel order-receipt" aria-labelledby="receipt-title">
      <header>
        <p className="kicker">{brand.organizationName}</p>
        <h1 id="receipt-title">
          {rich("orders.receiptHeading", { number: () => <span className="figure">{receipt.number}</span> })}
        </h1>
        {receipt.issuedAt !== null && <p className="muted">{formatDateTime(receipt.issuedAt)}</p>}
      </header>
      <Parties receipt={receipt} brand={brand} />
      <AmountsTable receipt={receipt} />
      <p className="muted small">
        {rich("orders.receiptNote")}
        {brand.email && marked(` ${t("orders.questions", { email: brand.email })}`)}
      </p>
      <p className="no-print receipt-ways">
        <a href="/order-history">{rich("orders.backToOrders")}</a>
        <ticket-tools>
          <button type="button" value="print" className="button quiet scripted">
            <Icon of={Printer} size={16} /> {rich("orders.printPage")}
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
        <dt>{rich("orders.soldBy")}</dt>
        <dd>
          <b>{legal.entity || brand.organizationName}</b>
        </dd>
        {legal.address && <dd>{marked(legal.address)}</dd>}
        {legal.gstin && <dd>{rich("orders.gstin", { number: legal.gstin })}</dd>}
      </div>
      <div>
        <dt>{rich("orders.soldTo")}</dt>
        {receipt.user.username && (
          <dd>
            <b>
              <bdi>{receipt.user.username}</bdi>
            </b>
          </dd>
        )}
        {receipt.user.email && <dd>{receipt.user.email}</dd>}
        <dd>{rich("orders.orderNumber", { number: receipt.orderNumber })}</dd>
        {receipt.shortReference && <dd>{rich("orders.reference", { reference: receipt.shortReference })}</dd>}
      </div>
    </dl>
  );
}

function AmountsTable({ receipt }: { receipt: Receipt }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{rich("orders.giftCard")}</th>
          <th scope="col">{rich("orders.quantity")}</th>
          <th scope="col">{rich("orders.amount")}</th>
        </tr>
      </thead>
      <tbody>
        {receipt.items.map((item, index) => (
          <tr key={index}>
            <th scope="row">
              {item.name}{" "}
              <span className="muted small">
                {rich("orders.each", { money: () => <Money paise={item.denomination} /> })}
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
        <Sum label={rich("orders.total")} paise={receipt.total} />
        {receipt.coinsUsed > 0 && <Sum label={paidWithCoins(receipt.coinsUsed)} paise={receipt.coinsUsed} />}
        <Sum label={paidLabel(receipt)} paise={receipt.amount} isLast />
        {receipt.refund && receipt.refund.amount > 0 && (
          <Sum label={rich("orders.refunded")} paise={receipt.refund.amount} />
        )}
        {receipt.refund && receipt.refund.coins > 0 && (
          <Sum label={rich("orders.coinsReturned")} paise={receipt.refund.coins} />
        )}
      </tfoot>
    </table>
  );
}

const paidWithCoins = (coinsUsed: number) =>
  t("orders.paidWithCoins", { coins: formatPoints(coinsUsed), count: coinsUsed / 100 });

function paidLabel({ paidBy }: Receipt) {
  if (!paidBy) return t("orders.paid");
  const { method, reference } = paidBy;
  if (!reference) return t("orders.paidBy", { method });
  return rich("orders.paidByReference", {
    method,
    number: reference,
    reference: (parts) => <span className="reference">{parts}</span>,
  });
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
