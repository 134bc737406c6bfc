import { href } from "react-router";

import { formatPoints } from "#app/pricing/format-money.ts";
import { formatDate } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";

import { valueOf } from "../answers.server.ts";
import { meContext, staffApiContext } from "../context.server.ts";
import { DataTable } from "../data-table.tsx";
import { brandIn } from "../member.ts";
import { PageTitle } from "../page-title.tsx";
import type { Route } from "./+types/month";
import { MonthSchema } from "./money-answer.ts";

export async function loader({ context, params: { brand, month }, url }: Route.LoaderArgs) {
  const answer = await context.get(staffApiContext).get(`brands/${brand}/money/months/${month}`, MonthSchema);
  return { brand: brandIn(context.get(meContext), brand), month, report: valueOf(answer, url) };
}

export default function Month({ loaderData: { brand, month, report } }: Route.ComponentProps) {
  const { orders, sold, refunds, payments, coins } = report;
  const name = formatDate(Date.parse(`${month}-15T00:00:00Z`)).replace(/^\d+ /, "");
  return (
    <>
      <PageTitle title={`Money in ${name}`} brand={brand.name} />
      <p>
        {orders.orders} paid {orders.orders === 1 ? "order" : "orders"} of <Money paise={orders.total} />:{" "}
        <Money paise={orders.amount} /> in cash and {formatPoints(orders.coins)} coins.
      </p>
      {brand.permissions.includes("money.export") && (
        <p>
          <a href={href("/brands/:brand/money/:month/csv", { brand: brand.id, month })} download>
            Download as CSV
          </a>
        </p>
      )}
      <h2>Sold</h2>
      <DataTable
        caption="Sold"
        rows={sold}
        keyOf={({ product_id, denomination }) => `${product_id} ${denomination}`}
        empty="Nothing was sold in this month."
        columns={[
          { label: "Card", cell: (row) => row.name },
          { label: "Amount", isNumber: true, cell: ({ denomination }) => <Money paise={denomination} /> },
          { label: "Vouchers", isNumber: true, cell: ({ vouchers }) => vouchers },
          { label: "Value", isNumber: true, cell: ({ value }) => <Money paise={value} /> },
        ]}
      />
      <h2>Received</h2>
      <DataTable
        caption="Received"
        rows={payments}
        keyOf={({ gateway, outcome }) => `${gateway} ${outcome}`}
        empty="No payment arrived in this month."
        columns={[
          { label: "Gateway", cell: ({ gateway }) => gateway ?? "sandbox" },
          { label: "Booked as", cell: ({ outcome }) => outcome.replaceAll("_", " ") },
          { label: "Payments", isNumber: true, cell: (row) => row.payments },
          { label: "Cash", isNumber: true, cell: ({ amount }) => <Money paise={amount} /> },
        ]}
      />
      <h2>Refunded</h2>
      <DataTable
        caption="Refunded"
        rows={refunds}
        keyOf={({ reason }) => reason}
        empty="No order became owed a refund in this month."
        columns={[
          { label: "Why", cell: ({ reason }) => reason.replaceAll("_", " ") },
          { label: "Orders", isNumber: true, cell: (row) => row.orders },
          { label: "Cash", isNumber: true, cell: ({ amount }) => <Money paise={amount} /> },
          { label: "Coins", isNumber: true, cell: (row) => formatPoints(row.coins) },
        ]}
      />
      <h2>Coins</h2>
      <DataTable
        caption="Coins"
        rows={coins}
        keyOf={({ kind }) => kind}
        empty="No coins came or went in this month."
        columns={[
          { label: "Kind", cell: ({ kind }) => kind.replaceAll("_", " ") },
          { label: "Entries", isNumber: true, cell: ({ entries }) => entries },
          { label: "Coins", isNumber: true, cell: ({ amount }) => formatPoints(amount) },
        ]}
      />
    </>
  );
}
