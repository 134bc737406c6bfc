import { data, href } from "react-router";
import { z } from "zod";

import { formatDate } from "#app/ui/date.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { FileLinks } from "../table/csv-link.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/money";
import { Differences } from "./differences.tsx";
import { MoneySchema } from "./money-response.ts";
import { listYears } from "./months.ts";
import { Refunds, Returned } from "./refunds.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const answer = await context.get(staffApiContext).get(`brands/${params.brand}/money`, MoneySchema);
  const money = valueOf(answer, url);
  const now = Date.now();
  return {
    brand: brandIn(context.get(meContext), params.brand),
    money,
    years: listYears(now, money.first_sale ?? now),
  };
}

/** Requests a comparison with the gateway. */
export async function action({ context, params: { brand } }: Route.ActionArgs) {
  const answer = await context.get(staffApiContext).post(`brands/${brand}/money/compare`, z.unknown());
  if (!answer.ok) return data({ problem: explain(answer.error).text }, 400);
  const text = "The books are being compared with the gateway's. That takes a minute or more.";
  return sayDone(context, text, href("/brands/:brand/money", { brand }));
}

export default function Money({ loaderData: { brand, money, years }, actionData }: Route.ComponentProps) {
  const { refunds, returned } = money;
  return (
    <>
      <PageTitle title="Money" brand={brand.name} />
      {actionData && <Refusal text={actionData.problem} />}
      <p className="page-links">
        <a href={href("/brands/:brand/payments", { brand: brand.id })}>Payments and refunds</a>
        {money.gateway === "vpa" && (
          <a href={href("/brands/:brand/payments/waiting", { brand: brand.id })}>Payments to confirm</a>
        )}
        <a href={href("/brands/:brand/disputes", { brand: brand.id })}>Disputes</a>
        <a href={href("/brands/:brand/webhooks", { brand: brand.id })}>Notifications of the gateway</a>
      </p>
      <Differences brand={brand.id} money={money} mayCompare={brand.permissions.includes("orders.refund")} />
      <Refunds brand={brand.id} refunds={refunds} />
      <Returned brand={brand.id} returned={returned} />
      {brand.permissions.includes("money.export") && refunds.length + returned.length > 0 && (
        <p className="page-links">
          <FileLinks
            to={href("/brands/:brand/money/refunds.csv", { brand: brand.id })}
            label="Download both lists as CSV"
          />
        </p>
      )}
      <h2>Months</h2>
      {years.map(({ year, months }) => (
        <section key={year}>
          <h3>{year}</h3>
          <ul className="link-list">
            {months.map(({ month, begins }) => (
              <li key={month}>
                <a href={href("/brands/:brand/money/:month", { brand: brand.id, month })}>
                  {formatDate(begins).replace(/^\d+ /, "")}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
