import { href } from "react-router";

import { formatMoney } from "#app/pricing/format-money.ts";

import { meContext, staffApiContext } from "../context.server.ts";
import { DataTable } from "../data-table.tsx";
import type { ConsoleBrand } from "../member.ts";
import { PageTitle } from "../page-title.tsx";
import type { StaffApi } from "../staff-api.server.ts";
import type { Route } from "./+types/all-brands";
import { bucketSales, startOf } from "./buckets.ts";
import { TodaySchema } from "./today-answer.ts";

/** Brands on one page; each is asked for its day. */
const PAGE = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const after = url.searchParams.get("after") ?? "";
  const { brands } = context.get(meContext);
  const left = brands.filter(({ id }) => id > after).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const shown = left.slice(0, PAGE);
  const rows = await Promise.all(shown.map((brand) => readDay(context.get(staffApiContext), brand)));
  return { rows, next: left.length > PAGE ? shown.at(-1)!.id : null };
}

/** A brand that does not answer, or whose day the member may not see, is still listed. */
async function readDay(api: StaffApi, { id, name, permissions }: ConsoleBrand) {
  if (!permissions.includes("today.read")) return { id, name, day: null };
  const query = new URLSearchParams({ from: String(startOf("day", Date.now())) });
  const answer = await api.get(`brands/${id}/today`, TodaySchema, query);
  if (!answer.ok) return { id, name, day: null };
  const { sales, now, waiting, stock } = answer.value;
  const { total, before } = bucketSales(sales.points, "day", now);
  const needs = waiting.held + waiting.undelivered + waiting.refunds + waiting.supply;
  return { id, name, day: { total, before: before!, needs, low: stock.low } };
}

export default function AllBrands({ loaderData: { rows, next } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="All brands" />
      <DataTable
        caption="Brands, the last 24 hours"
        rows={rows}
        keyOf={({ id }) => id}
        empty="You have no role in any brand yet. An owner gives you one."
        columns={[
          { label: "Brand", cell: ({ id, name }) => <a href={href("/brands/:brand", { brand: id })}>{name}</a> },
          { label: "Orders, 24 hours", isNumber: true, cell: ({ day }) => day?.total.orders ?? "–" },
          { label: "Cash, 24 hours", isNumber: true, cell: ({ day }) => (day ? formatMoney(day.total.amount) : "–") },
          { label: "The day before", isNumber: true, cell: ({ day }) => (day ? formatMoney(day.before.amount) : "–") },
          { label: "Orders that need somebody", isNumber: true, cell: ({ day }) => day?.needs ?? "–" },
          { label: "Cards low", isNumber: true, cell: ({ day }) => day?.low ?? "–" },
        ]}
      />
      {next !== null && (
        <p>
          <a href={`?after=${encodeURIComponent(next)}`}>More brands</a>
        </p>
      )}
    </>
  );
}
