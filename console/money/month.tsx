import { href } from "react-router";

import { formatPoints } from "#app/pricing/format-money.ts";
import { formatDate } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { FileLinks } from "../table/csv-link.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/month";
import { MonthSchema } from "./money-response.ts";
import { MonthMoney } from "./month-money.tsx";
import { Sold } from "./sold.tsx";

export async function loader({ context, params: { brand, month }, url }: Route.LoaderArgs) {
  const answer = await context.get(staffApiContext).get(`brands/${brand}/money/months/${month}`, MonthSchema);
  return { brand: brandIn(context.get(meContext), brand), month, report: valueOf(answer, url) };
}

export default function Month({ loaderData: { brand, month, report } }: Route.ComponentProps) {
  const { orders, sold } = report;
  const name = formatDate(Date.parse(`${month}-15T00:00:00Z`)).replace(/^\d+ /, "");
  return (
    <>
      <PageTitle title={`Money in ${name}`} brand={brand.name} />
      <p>
        {orders.orders} paid {orders.orders === 1 ? "order" : "orders"} of <Money paise={orders.total} />:{" "}
        <Money paise={orders.amount} /> in cash and {formatPoints(orders.coins)} coins.
      </p>
      {brand.permissions.includes("money.export") && (
        <p className="page-links">
          <FileLinks to={href("/brands/:brand/money/:month/csv", { brand: brand.id, month })} />
          <FileLinks
            to={href("/brands/:brand/money/:month/receipts.csv", { brand: brand.id, month })}
            label="Receipts as CSV"
          />
        </p>
      )}
      <Sold sold={sold} />
      <MonthMoney report={report} />
    </>
  );
}
