import { data, href } from "react-router";

import { formatMoney } from "#app/pricing/format-money.ts";
import { DateTime } from "#app/ui/date.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { gatewayName } from "../base/gateways.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { toQuery } from "../orders/filter.ts";
import { REFUND_REASONS, REFUND_STATES } from "../orders/labels.ts";
import { CsvLink } from "../table/csv-link.tsx";
import { DataTable } from "../table/data-table.tsx";
import { NextPage } from "../table/next-page.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/payments";
import { OrderLink } from "./order-link.tsx";
import { describeOutcome, METHODS } from "./outcomes.ts";
import { FILTER_NAMES, KINDS, PaymentFilters } from "./payment-filters.tsx";
import { type MoneyRow, PaymentsSchema } from "./payments-response.ts";

/** An invalid day is an error beside the form, not of the page. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { pathname, search } = url;
  const { query, problems } = toQuery(url.searchParams, [...FILTER_NAMES, "after"]);
  const page = { brand: brandIn(context.get(meContext), params.brand), url: { pathname, search }, problems };
  if (Object.keys(problems).length > 0) return data({ ...page, rows: [], next: null }, 400);
  const answer = await context.get(staffApiContext).get(`brands/${params.brand}/payments`, PaymentsSchema, query);
  if (!answer.ok && answer.error.kind === "status" && answer.error.status === 400)
    return data({ ...page, problems: explain(answer.error).fields, rows: [], next: null }, 400);
  return { ...page, ...valueOf(answer, url) };
}

export default function Payments({ loaderData: { brand, rows, next, url, problems } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Payments and refunds" brand={brand.name} />
      <PaymentFilters {...url} problems={problems} />
      <DataTable
        caption="Payments and refunds"
        rows={rows}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        empty={
          url.search === ""
            ? "None yet. A payment is listed here when the gateway reports it, and a refund when it becomes due."
            : "Nothing matches. Clear a filter, or choose other days."
        }
        columns={[
          { label: "Order", cell: (row) => <OrderLink brand={brand.id} of={row} /> },
          { label: "When", cell: ({ at }) => <DateTime at={at} /> },
          { label: "Kind", cell: ({ kind }) => KINDS[kind] },
          { label: "What became of it", cell: describe },
          { label: "Gateway", cell: gatewayOf },
          { label: "References", cell: (row) => <References row={row} /> },
          { label: "Cash", isNumber: true, cell: amountOf },
        ]}
      />
      <NextPage place={next} />
      {brand.permissions.includes("money.export") && rows.length > 0 && (
        <CsvLink to={href("/brands/:brand/payments.csv", { brand: brand.id })} />
      )}
    </>
  );
}

const describe = ({ kind, outcome, reason, detail }: MoneyRow) =>
  kind === "payment"
    ? describeOutcome(outcome)
    : [`${REFUND_STATES[outcome] ?? outcome}, ${REFUND_REASONS[reason ?? ""] ?? reason}`, detail]
        .filter(Boolean)
        .join(": ");

const gatewayOf = ({ gateway, method }: MoneyRow) =>
  [gatewayName(gateway), method && (METHODS[method] ?? method)].filter(Boolean).join(", ");

/** Money that goes back is negative. A currency other than rupees is a mismatch, in its smallest unit. */
const amountOf = ({ kind, amount, currency }: MoneyRow) =>
  `${kind === "refund" ? "−" : ""}${currency === "INR" ? formatMoney(amount) : `${amount} (${currency})`}`;

function References({ row: { kind, gateway_payment_id, gateway_refund_id, bank_reference } }: { row: MoneyRow }) {
  const ids = kind === "payment" ? [gateway_payment_id, bank_reference] : [gateway_refund_id, gateway_payment_id];
  const shown = [...new Set(ids)].filter((id) => id !== null);
  return shown.map((id) => (
    <div key={id}>
      <code>{id}</code>
    </div>
  ));
}
