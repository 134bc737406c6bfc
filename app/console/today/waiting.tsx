import { href } from "react-router";

import { formatMoney } from "#app/pricing/format-money.ts";
import { DateTime, dayOf } from "#app/ui/date.tsx";

import type { ConsoleBrand } from "../member.ts";
import type { TodayAnswer } from "./today-answer.ts";

/** What needs somebody now; nothing else belongs here. */
export function Waiting({ brand, today }: { brand: ConsoleBrand; today: TodayAnswer }) {
  const { waiting, stock, suppliers, money } = today;
  const orders = href("/brands/:brand/orders", { brand: brand.id });
  const mayReadOrders = brand.permissions.includes("orders.read");
  const items = listOrdersWaiting(waiting).filter(({ count }) => count > 0);
  const isCalm = items.length === 0 && waiting.mail === 0 && stock.low === 0 && suppliers.length === 0;
  return (
    <section aria-labelledby="waiting-title">
      <h2 id="waiting-title">Needs somebody</h2>
      {isCalm && <p className="empty">Nothing. Every paid order is delivered, and there is stock of every card.</p>}
      <ul className="waiting">
        {items.map(({ count, text, filter }) => {
          const words = `${count} ${count === 1 ? "order" : "orders"} ${text}`;
          return <li key={text}>{mayReadOrders ? <a href={`${orders}?${filter}`}>{words}</a> : words}</li>;
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
        {suppliers.map(({ name, problem }) => (
          <li key={name}>
            Supplier {name}: {problem ?? tellLow(money?.suppliers.find((supplier) => supplier.name === name)?.balance)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One line for each filter of the list of orders that it leads to. */
const listOrdersWaiting = (waiting: TodayAnswer["waiting"]) => [
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

/** How much is left is for those who may read the money. */
const tellLow = (balance: number | null | undefined) =>
  typeof balance === "number" ? `the balance of ${formatMoney(balance)} is low` : "the balance is low";

function LowStock({ brand, low, products }: TodayAnswer["stock"] & { brand: ConsoleBrand }) {
  const words = `${low} ${low === 1 ? "product is" : "products are"} low or sold out`;
  const to = `${href("/brands/:brand/products", { brand: brand.id })}?stock=low`;
  return (
    <>
      {brand.permissions.includes("catalogue.read") ? <a href={to}>{words}</a> : words}:{" "}
      {products.map(({ name, stock }) => `${name} (${stock})`).join(", ")}
    </>
  );
}
