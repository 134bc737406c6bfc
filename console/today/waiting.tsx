import { href } from "react-router";

import { formatMoney } from "#app/pricing/format-money.ts";
import { DateTime, dayOf } from "#app/ui/date.tsx";

import type { ConsoleBrand } from "../base/member.ts";
import { isBackupOld, listSecond } from "./find-needs.ts";
import { shareOf } from "./health.tsx";
import type { TodayResponse } from "./today-response.ts";

/** The open tasks and nothing else. */
export function Waiting({ brand, today }: { brand: ConsoleBrand; today: TodayResponse }) {
  const { waiting, stock, suppliers, money } = today;
  const orders = href("/brands/:brand/orders", { brand: brand.id });
  const mayReadOrders = brand.permissions.includes("orders.read");
  const items = listOrdersWaiting(waiting).filter(({ count }) => count > 0);
  const second = listSecond(waiting.second);
  const others = [...items, ...second, ...suppliers];
  const isOld = isBackupOld(today);
  const isCalm =
    others.length === 0 &&
    [waiting.disputes, waiting.mail, stock.low].every((count) => count === 0) &&
    today.low_payments === null &&
    !isOld;
  return (
    <section aria-labelledby="waiting-title">
      <h2 id="waiting-title">Needs somebody</h2>
      {isCalm && <p className="empty">Nothing. Every paid order is delivered, and there is stock of every card.</p>}
      <ul className="waiting">
        {today.low_payments && <li>{describeLow(today.low_payments)}</li>}
        {items.map(({ count, text, filter }) => {
          const words = `${count} ${count === 1 ? "order" : "orders"} ${text}`;
          return <li key={text}>{mayReadOrders ? <a href={`${orders}?${filter}`}>{words}</a> : words}</li>;
        })}
        {waiting.disputes > 0 && (
          <li>
            <OpenDisputes brand={brand} waiting={waiting} />
          </li>
        )}
        {second.map(({ what, text }) => {
          const { to, permission } = pageOf(what, brand.id);
          return <li key={what}>{brand.permissions.includes(permission) ? <a href={to}>{text}</a> : text}</li>;
        })}
        {waiting.mail_since !== null && (
          <li>
            {waiting.mail} {waiting.mail === 1 ? "mail does" : "mails do"} not leave. The oldest has waited since{" "}
            <DateTime at={waiting.mail_since} />.
          </li>
        )}
        {stock.low > 0 && (
          <li>
            <LowStock brand={brand} {...stock} />
          </li>
        )}
        {isOld && (
          <li>
            The last backup began on <DateTime at={today.backup_at!} />. Look at the job that makes it.
          </li>
        )}
        {suppliers.map(({ name, problem }) => (
          <li key={name}>
            Supplier {name}: {problem ?? tellLow(money?.suppliers.find((supplier) => supplier.name === name)?.balance)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For somebody who decides whether to call the gateway. */
function describeLow({ recent, usual }: NonNullable<TodayResponse["low_payments"]>) {
  const now = `${recent.paid} of ${recent.tried} attempts to pay in the last hour were paid.`;
  return usual === null ? now : `${now} ${shareOf(usual)} usually are.`;
}

/** One line for each filter; each links to the filtered list of orders. */
const listOrdersWaiting = (waiting: TodayResponse["waiting"]) => [
  { count: waiting.held, text: "held for review", filter: "attention=held" },
  { count: waiting.undelivered, text: "paid and not delivered yet", filter: "attention=undelivered" },
  { count: waiting.paid_late, text: "paid late", filter: "attention=paid_late" },
  { count: waiting.refunds, text: "waiting for a refund", filter: "attention=refund" },
  { count: waiting.supply, text: "waiting for a supplier", filter: "attention=supplier" },
  {
    count: waiting.partly,
    text: "of the last 7 days delivered in part only",
    filter: `attention=partly&from=${dayOf(waiting.partly_since)}`,
  },
];

/** The page on which a second member decides. */
const pageOf = (what: "money" | "coins" | "coupons", brand: string) =>
  ({
    money: { to: href("/brands/:brand/money-requests", { brand }), permission: "money.read" },
    coins: { to: href("/brands/:brand/shoppers/grants", { brand }), permission: "shoppers.read" },
    coupons: { to: href("/brands/:brand/coupons", { brand }), permission: "money.read" },
  })[what];

/** Only members who may read the money see the balance. */
const tellLow = (balance: number | null | undefined) =>
  typeof balance === "number" ? `the balance of ${formatMoney(balance)} is low` : "the balance is low";

function OpenDisputes({ brand, waiting }: { brand: ConsoleBrand; waiting: TodayResponse["waiting"] }) {
  const { disputes, respond_by: by } = waiting;
  const words = `${disputes} ${disputes === 1 ? "dispute waits" : "disputes wait"} for an answer`;
  const to = `${href("/brands/:brand/disputes", { brand: brand.id })}?state=open`;
  return (
    <>
      {brand.permissions.includes("money.read") ? <a href={to}>{words}</a> : words}
      {by !== null && (
        <>
          , the first until <DateTime at={by} />
        </>
      )}
    </>
  );
}

function LowStock({ brand, low, products }: TodayResponse["stock"] & { brand: ConsoleBrand }) {
  const words = `${low} ${low === 1 ? "product is" : "products are"} low or sold out`;
  const to = `${href("/brands/:brand/products", { brand: brand.id })}?stock=low`;
  return (
    <>
      {brand.permissions.includes("catalogue.read") ? <a href={to}>{words}</a> : words}:{" "}
      {products.map(({ name, stock }) => `${name} (${stock})`).join(", ")}
    </>
  );
}
