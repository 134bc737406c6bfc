import { href } from "react-router";

import { DateTime, formatDate } from "#app/ui/date.tsx";
import { Money as Amount } from "#app/ui/money.tsx";

import { valueOf } from "../answers.server.ts";
import { meContext, staffApiContext } from "../context.server.ts";
import { DataTable } from "../data-table.tsx";
import { brandIn } from "../member.ts";
import { PageTitle } from "../page-title.tsx";
import type { Route } from "./+types/money";
import { MoneySchema } from "./money-answer.ts";
import { listMonths } from "./months.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const answer = await context.get(staffApiContext).get(`brands/${params.brand}/money`, MoneySchema);
  return {
    brand: brandIn(context.get(meContext), params.brand),
    money: valueOf(answer, url),
    months: listMonths(Date.now()),
  };
}

export default function Money({ loaderData: { brand, money, months } }: Route.ComponentProps) {
  const { gateway, differences, refunds, returned } = money;
  return (
    <>
      <PageTitle title="Money" brand={brand.name} />
      <h2>Differences with {gateway === "sandbox" ? "the sandbox" : gateway}</h2>
      {differences.length === 0 ? (
        <p className="empty">
          None. The books are compared with the gateway once a day; each difference is a line here, with what to do.
        </p>
      ) : (
        <ul className="waiting">
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
      <h2>Refunds that have not arrived</h2>
      <DataTable
        caption="Refunds"
        rows={refunds}
        keyOf={({ order_id }) => order_id}
        empty="None. A refund that waits for you, or for the gateway, is listed here."
        columns={[
          { label: "Order", cell: ({ order_number }) => order_number },
          { label: "Since", cell: ({ created_at }) => <DateTime at={created_at} /> },
          { label: "Why", cell: ({ reason }) => REASONS[reason] ?? reason },
          { label: "State", cell: ({ state }) => state ?? "not sent" },
          { label: "Cash", isNumber: true, cell: ({ amount }) => <Amount paise={amount} /> },
        ]}
      />
      <h2>Payments that go back beside their order</h2>
      <DataTable
        caption="Returned payments"
        rows={returned}
        keyOf={({ id }) => id}
        empty="None. A payment that arrived twice, or with another amount, is listed here until it has gone back."
        columns={[
          { label: "Order", cell: ({ order_number }) => order_number },
          { label: "Since", cell: ({ created_at }) => <DateTime at={created_at} /> },
          { label: "Why", cell: ({ reason }) => (reason === "double" ? "paid twice" : "another amount") },
          { label: "State", cell: ({ state, detail }) => (detail === null ? state : `${state}: ${detail}`) },
          { label: "Cash", isNumber: true, cell: ({ amount }) => <Amount paise={amount} /> },
        ]}
      />
      <h2>Months</h2>
      <ul className="link-list">
        {months.map(({ month, begins }) => (
          <li key={month}>
            <a href={href("/brands/:brand/money/:month", { brand: brand.id, month })}>
              {formatDate(begins).replace(/^\d+ /, "")}
            </a>
          </li>
        ))}
      </ul>
      <p>
        <a href={href("/brands/:brand/webhooks", { brand: brand.id })}>Notifications of the gateway</a>
      </p>
    </>
  );
}

const REASONS: Record<string, string> = {
  no_stock: "no stock",
  mismatch: "another amount was paid",
  late: "paid after its time",
  refused: "refused by an operator",
};
