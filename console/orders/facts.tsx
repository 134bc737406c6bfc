import { href } from "react-router";

import { formatMoney } from "#app/pricing/format-money.ts";
import { DateTime, formatDay } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";
import { Alert } from "#app/ui/notice.tsx";

import type { ConsoleBrand } from "../member.ts";
import { DataTable } from "../table/data-table.tsx";
import type { OrderAnswer } from "./answers.ts";
import { lineState, STATES } from "./words.ts";

/** The order, its shopper, its products and their recipients. */
export function OrderFacts({
  shown: { order, shopper, lines, gifts, cards, requests, supply_orders: supply },
  brand,
}: {
  shown: OrderAnswer;
  brand: ConsoleBrand;
}) {
  const mayReadShoppers = brand.permissions.includes("shoppers.read");
  return (
    <>
      {order.is_held && (
        <Alert tone="info">
          Held for review{order.review_reason ? `: ${order.review_reason}` : ""}. Nothing is delivered yet.
        </Alert>
      )}
      {requests.map(({ kind, amount, asked_by }, index) => (
        <Alert key={index} tone="info">
          A {kind === "order.refund" ? "refund" : "payment"} of {formatMoney(amount)}{" "}
          {brand.permissions.includes("money.read") ? (
            <a href={href("/brands/:brand/money-requests", { brand: brand.id })}>waits for a second member</a>
          ) : (
            "waits for a second member"
          )}
          : {asked_by} asked for it.
        </Alert>
      ))}
      <dl className="pairs">
        <dt>State</dt>
        <dd>{STATES[order.status] ?? order.status}</dd>
        <dt>Placed</dt>
        <dd>
          <DateTime at={order.created_at} />
        </dd>
        {order.short_reference !== null && (
          <>
            <dt>Reference</dt>
            <dd>{order.short_reference}</dd>
          </>
        )}
        <dt>Shopper</dt>
        <dd>
          {mayReadShoppers ? (
            <a href={href("/brands/:brand/shoppers/:shopper", { brand: brand.id, shopper: shopper.id })}>
              {shopper.name}, {shopper.email}
            </a>
          ) : (
            `${shopper.name}, ${shopper.email}`
          )}
          {shopper.phone && `, ${shopper.phone}`}
          {shopper.disabled_at !== null && " (account closed)"}
        </dd>
        {shopper.delivery_email && (
          <>
            <dt>Vouchers go to</dt>
            <dd>{shopper.delivery_email}</dd>
          </>
        )}
      </dl>
      <h2>Cards</h2>
      <DataTable
        caption="Cards"
        rows={lines}
        keyOf={({ id }) => id}
        empty="This order has no lines."
        columns={[
          { label: "Product", cell: ({ name, is_gift }) => `${name}${is_gift ? " (gift)" : ""}` },
          { label: "Value", isNumber: true, cell: ({ denomination }) => <Money paise={denomination} /> },
          { label: "Delivered", isNumber: true, cell: ({ issued, quantity }) => `${issued} of ${quantity}` },
          // Refunded cards that the shopper still has. Cards that went back to stock no longer count as delivered.
          { label: "Refunded of these", isNumber: true, cell: ({ refunded }) => refunded },
          { label: "State", cell: lineState },
          {
            label: "Shown by the staff",
            isNumber: true,
            cell: ({ id }) => cards.filter(({ line, reveals }) => line === id && reveals > 0).length,
          },
        ]}
      />
      {gifts.length > 0 && (
        <>
          <h2>Gifts</h2>
          <DataTable
            caption="Gifts"
            rows={gifts}
            keyOf={({ id }) => id}
            empty=""
            columns={[
              { label: "For", cell: ({ name, email }) => `${name}, ${email}` },
              { label: "Card", cell: ({ product }) => product },
              { label: "State", cell: ({ state }) => state },
              { label: "Day", cell: ({ send_on: day }) => (day === null ? "At once" : formatDay(day)) },
            ]}
          />
        </>
      )}
      {supply.length > 0 && (
        <>
          <h2>Supplier orders</h2>
          <DataTable
            caption="Supplier orders"
            rows={supply}
            keyOf={({ ref }) => ref}
            empty=""
            columns={[
              { label: "Reference", cell: ({ ref }) => ref },
              { label: "Supplier", cell: ({ supplier }) => supplier },
              { label: "Cards", isNumber: true, cell: ({ issued, quantity }) => `${issued} of ${quantity}` },
              { label: "State", cell: ({ state, reason }) => [state, reason].filter(Boolean).join(", ") },
            ]}
          />
        </>
      )}
    </>
  );
}
