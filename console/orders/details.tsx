import { href } from "react-router";

import { formatMoney } from "#app/pricing/format-money.ts";
import { DateTime, formatDay } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";
import { Alert } from "#app/ui/notice.tsx";

import type { ConsoleBrand } from "../base/member.ts";
import { channelName, describeState } from "../messages/labels.ts";
import { DataTable } from "../table/data-table.tsx";
import { recipientOf } from "./gift-forms.tsx";
import { lineState, STATES } from "./labels.ts";
import type { OrderResponse } from "./responses.ts";

type Part<Name extends keyof OrderResponse> = Pick<OrderResponse, Name>;

/** The order, its shopper, its products and their recipients. */
export function OrderDetails({ shown, brand }: { shown: OrderResponse; brand: ConsoleBrand }) {
  const { order, shopper, message, lines, gifts, cards, requests, supply_orders: supply } = shown;
  return (
    <>
      {order.is_held && (
        <Alert tone="info">
          Held for review{order.review_reason ? `: ${order.review_reason}` : ""}. Nothing is delivered yet.
        </Alert>
      )}
      <WaitingRequests requests={requests} brand={brand} />
      <OrderPairs order={order} shopper={shopper} message={message} brand={brand} />
      <h2>Cards</h2>
      <Lines lines={lines} cards={cards} />
      {gifts.length > 0 && (
        <>
          <h2>Gifts</h2>
          <Gifts gifts={gifts} />
        </>
      )}
      {supply.length > 0 && (
        <>
          <h2>Supplier orders</h2>
          <SupplierOrders orders={supply} />
        </>
      )}
    </>
  );
}

function WaitingRequests({ requests, brand }: Part<"requests"> & { brand: ConsoleBrand }) {
  return requests.map(({ kind, amount, asked_by }, index) => (
    <Alert key={index} tone="info">
      A {kind === "order.refund" ? "refund" : "payment"} of {formatMoney(amount)}{" "}
      {brand.permissions.includes("money.read") ? (
        <a href={href("/brands/:brand/money-requests", { brand: brand.id })}>waits for a second member</a>
      ) : (
        "waits for a second member"
      )}
      : {asked_by} asked for it.
    </Alert>
  ));
}

function OrderPairs({
  order,
  shopper,
  message,
  brand,
}: Part<"order" | "shopper" | "message"> & { brand: ConsoleBrand }) {
  return (
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
        <Shopper shopper={shopper} brand={brand} />
      </dd>
      {shopper.delivery_email && (
        <>
          <dt>Vouchers go to</dt>
          <dd>{shopper.delivery_email}</dd>
        </>
      )}
      {message !== null && (
        <>
          <dt>Message to {message.phone}</dt>
          <dd>
            {message.channel === null ? "" : `${channelName(message.channel)}: `}
            {describeState(message)}
          </dd>
        </>
      )}
    </dl>
  );
}

function Shopper({ shopper, brand }: Part<"shopper"> & { brand: ConsoleBrand }) {
  const named = [shopper.name, shopper.email].filter(Boolean).join(", ") || "Shopper";
  const mayReadShoppers = brand.permissions.includes("shoppers.read");
  return (
    <>
      {mayReadShoppers ? (
        <a href={href("/brands/:brand/shoppers/:shopper", { brand: brand.id, shopper: shopper.id })}>{named}</a>
      ) : (
        named
      )}
      {shopper.phone && `, ${shopper.phone}`}
      {shopper.disabled_at !== null && " (account closed)"}
    </>
  );
}

function Lines({ lines, cards }: Part<"lines" | "cards">) {
  return (
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
  );
}

function Gifts({ gifts }: Part<"gifts">) {
  return (
    <DataTable
      caption="Gifts"
      rows={gifts}
      keyOf={({ id }) => id}
      empty=""
      columns={[
        { label: "For", cell: (gift) => [gift.name, recipientOf(gift)].join(", ") },
        { label: "Card", cell: ({ product }) => product },
        {
          label: "State",
          cell: ({ state, phone_state }) => (state === "sent" && phone_state ? `message ${phone_state}` : state),
        },
        { label: "Day", cell: ({ send_on: day }) => (day === null ? "At once" : formatDay(day)) },
      ]}
    />
  );
}

function SupplierOrders({ orders }: { orders: OrderResponse["supply_orders"] }) {
  return (
    <DataTable
      caption="Supplier orders"
      rows={orders}
      keyOf={({ ref }) => ref}
      empty=""
      columns={[
        { label: "Reference", cell: ({ ref }) => ref },
        { label: "Supplier", cell: ({ supplier }) => supplier },
        { label: "Cards", isNumber: true, cell: ({ issued, quantity }) => `${issued} of ${quantity}` },
        { label: "State", cell: ({ state, reason }) => [state, reason].filter(Boolean).join(", ") },
      ]}
    />
  );
}
