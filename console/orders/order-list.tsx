import { href } from "react-router";

import { DateTime } from "#app/ui/date.tsx";
import { Checkbox } from "#app/ui/field.tsx";
import { Money } from "#app/ui/money.tsx";

import type { ConsoleBrand } from "../base/member.ts";
import { BulkForm, mayActOnMany } from "../bulk/bulk-form.tsx";
import { DataTable } from "../table/data-table.tsx";
import { STATES, UNFULFILLED } from "./labels.ts";
import type { ListedOrder } from "./responses.ts";

/** The further fields of actions on many orders. */
const FIELDS = {
  "orders.refund": (
    <Checkbox name="even_if_revealed" value="1" label="Refund also codes that were seen and may be used." />
  ),
};

type OrderListProps = { brand: ConsoleBrand; orders: ListedOrder[]; isFiltered: boolean };

/** The orders of a page, with the actions on many of them. */
export const OrderList = ({ brand: { id: brand, permissions }, orders, isFiltered }: OrderListProps) => (
  <BulkForm list="orders" permissions={orders.length === 0 ? [] : permissions} isFiltered={isFiltered} fields={FIELDS}>
    <DataTable
      caption="Orders"
      rows={orders}
      keyOf={({ id }) => id}
      tick={mayActOnMany("orders", permissions) ? ({ order_number }) => `Tick order ${order_number}` : undefined}
      empty={
        isFiltered
          ? "No order matches. Clear a filter, or search for something else."
          : "No orders yet. They appear here as soon as a shopper checks out."
      }
      columns={[
        {
          label: "Number",
          cell: ({ id, order_number }) => (
            <a href={href("/brands/:brand/orders/:order", { brand, order: id })}>{order_number}</a>
          ),
        },
        { label: "Reference", cell: ({ short_reference }) => short_reference ?? "" },
        { label: "Placed", sort: "created", cell: ({ created_at }) => <DateTime at={created_at} /> },
        {
          label: "State",
          cell: ({ status, review }) =>
            `${STATES[status] ?? status}${review === "held" && UNFULFILLED.includes(status) ? ", held" : ""}`,
        },
        { label: "Shopper", cell: ({ shopper }) => [shopper.name, shopper.email].filter(Boolean).join(", ") },
        { label: "Amount", sort: "total", isNumber: true, cell: ({ total }) => <Money paise={total} /> },
      ]}
    />
  </BulkForm>
);
