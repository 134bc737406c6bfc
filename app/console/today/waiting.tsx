import { href } from "react-router";

import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";

import type { ConsoleBrand } from "../member.ts";
import { Figure } from "./sales.tsx";
import type { TodayAnswer } from "./today-answer.ts";

type TodayData = Omit<TodayAnswer, "sales">;

/** What needs somebody now; nothing else belongs here. */
export function Waiting({ brand, today: { waiting, stock, suppliers } }: { brand: ConsoleBrand; today: TodayData }) {
  const orders = href("/brands/:brand/orders", { brand: brand.id });
  const mayReadOrders = brand.permissions.includes("orders.read");
  const weak = suppliers.filter(({ is_configured, is_low, problem }) => is_configured && (is_low || problem));
  const items = [
    { count: waiting.held, text: "held for review", to: `${orders}?attention=held` },
    { count: waiting.undelivered, text: "paid and not delivered yet", to: `${orders}?attention=undelivered` },
    { count: waiting.refunds, text: "waiting for their refund", to: `${orders}?attention=refund` },
    { count: waiting.supply, text: "waiting for a supplier", to: `${orders}?attention=supplier` },
  ].filter(({ count }) => count > 0);
  const isCalm = items.length === 0 && waiting.mail === 0 && stock.low === 0 && weak.length === 0;
  return (
    <section aria-labelledby="waiting-title">
      <h2 id="waiting-title">Needs somebody</h2>
      {isCalm && <p className="empty">Nothing. Every paid order is delivered, and there is stock of every card.</p>}
      <ul className="waiting">
        {items.map(({ count, text, to }) => {
          const words = `${count} ${count === 1 ? "order" : "orders"} ${text}`;
          return <li key={text}>{mayReadOrders ? <a href={to}>{words}</a> : words}</li>;
        })}
        {waiting.mail > 0 && (
          <li>
            {waiting.mail} {waiting.mail === 1 ? "mail does" : "mails do"} not leave. They are tried again.
          </li>
        )}
        {stock.low > 0 && (
          <li>
            {stock.low} {stock.low === 1 ? "card is" : "cards are"} low or sold out
            {stock.isPart && ", of those that were looked at"}:{" "}
            {stock.products.map(({ name, stock: left }) => `${name} (${left})`).join(", ")}
          </li>
        )}
        {weak.map(({ name, problem, balance }) => (
          <li key={name}>
            Supplier {name}:{" "}
            {problem ?? `the balance of ${balance === null ? "unknown size" : formatMoney(balance)} is low`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How the shop is doing besides its sales. */
export function Health({ today: { attempts, refunds, coins, suppliers } }: { today: TodayData }) {
  return (
    <section aria-labelledby="health-title">
      <h2 id="health-title">Payments and coins</h2>
      <dl className="figures">
        {attempts.map(({ gateway, tried, paid }) => (
          <Figure
            key={gateway ?? "sandbox"}
            name={`Paid through ${gateway ?? "the sandbox"}, 24 hours`}
            value={`${Math.round((100 * paid) / tried)} %`}
            note={`${paid} of ${tried} attempts`}
          />
        ))}
        <Figure
          name="Refunds in this time"
          value={formatMoney(refunds.amount)}
          note={`${refunds.orders} orders, ${formatPoints(refunds.coins)} coins`}
        />
        <Figure
          name="Coins outstanding"
          value={formatPoints(coins.outstanding)}
          note={`A liability of ${formatMoney(coins.outstanding)}; ${formatPoints(coins.lapsing)} lapse within 30 days`}
        />
        {suppliers
          .filter(({ is_configured, balance }) => is_configured && balance !== null)
          .map(({ name, balance }) => (
            <Figure key={name} name={`Balance at ${name}`} value={formatMoney(balance!)} />
          ))}
      </dl>
    </section>
  );
}
