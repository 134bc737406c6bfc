import type { ReactNode } from "react";
import { href } from "react-router";

import { DateTime } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";

import { STATES } from "../orders/labels.ts";
import { nameOfShopper } from "../shoppers/state-of.ts";
import type { Column } from "../table/data-table.tsx";
import { DataTable } from "../table/data-table.tsx";
import { Reasons } from "./reasons.tsx";
import type { SearchResponse } from "./responses.ts";

type ResultsProps = { brand: string; typed: string; found: SearchResponse };

/** The results of each kind that has any. */
export function Results({ brand, typed, found: { orders, shoppers, receipts, cards } }: ResultsProps) {
  const inList = (path: string) => `${path}?${new URLSearchParams({ q: typed })}`;
  const allOrders = inList(href("/brands/:brand/orders", { brand }));
  return (
    <>
      <Kind title="Orders" found={orders} all={allOrders} columns={orderColumns(brand)} />
      <Kind
        title="Shoppers"
        found={shoppers}
        all={inList(href("/brands/:brand/shoppers", { brand }))}
        columns={shopperColumns(brand)}
      />
      <Kind title="Receipts" found={receipts} all={allOrders} columns={receiptColumns(brand)} />
      <Kind title="Cards" found={cards} all={allOrders} columns={cardColumns(brand)} />
    </>
  );
}

type KindProps<Row> = {
  title: string;
  found: { rows: Row[]; is_cut: boolean };
  /** The list with the same search. */
  all: string;
  columns: Column<Row>[];
};

function Kind<Row extends { id: string }>({ title, found: { rows, is_cut: isCut }, all, columns }: KindProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <DataTable caption={title} rows={rows} keyOf={({ id }) => id} empty="" columns={columns} />
      {isCut && (
        <p className="page-links">
          <a href={all}>More than the newest {rows.length}</a>
        </p>
      )}
    </section>
  );
}

type Order = SearchResponse["orders"]["rows"][number];

const orderLink = (brand: string, order: string, label: ReactNode) => (
  <a href={href("/brands/:brand/orders/:order", { brand, order })}>{label}</a>
);

const shopperOf = ({ shopper }: Order) => [shopper.name, shopper.email].filter(Boolean).join(", ");

const orderColumns = (brand: string): Column<Order>[] => [
  { label: "Number", cell: ({ id, order_number }) => orderLink(brand, id, order_number) },
  { label: "Found by", cell: Reasons },
  { label: "Placed", cell: ({ created_at }) => <DateTime at={created_at} /> },
  { label: "State", cell: ({ status }) => STATES[status] ?? status },
  { label: "Shopper", cell: shopperOf },
  { label: "Amount", isNumber: true, cell: ({ total }) => <Money paise={total} /> },
];

const receiptColumns = (brand: string): Column<Order>[] => [
  { label: "Receipt", cell: ({ id, receipt }) => orderLink(brand, id, receipt) },
  { label: "Order", cell: ({ order_number }) => order_number },
  { label: "Placed", cell: ({ created_at }) => <DateTime at={created_at} /> },
  { label: "Shopper", cell: shopperOf },
  { label: "Amount", isNumber: true, cell: ({ total }) => <Money paise={total} /> },
];

const shopperColumns = (brand: string): Column<SearchResponse["shoppers"]["rows"][number]>[] => [
  {
    label: "E-mail",
    cell: ({ id, email, phone }) => (
      <a href={href("/brands/:brand/shoppers/:shopper", { brand, shopper: id })}>{nameOfShopper({ email, phone })}</a>
    ),
  },
  { label: "Found by", cell: Reasons },
  { label: "Name", cell: ({ username }) => username },
  { label: "Since", cell: ({ created_at }) => <DateTime at={created_at} /> },
];

const cardColumns = (brand: string): Column<SearchResponse["cards"]["rows"][number]>[] => [
  { label: "Card", cell: ({ product }) => product },
  { label: "Found by", cell: Reasons },
  { label: "Order", cell: ({ order_id, order_number }) => orderLink(brand, order_id, order_number) },
  { label: "Issued", cell: ({ issued_at }) => (issued_at === null ? "" : <DateTime at={issued_at} />) },
];
