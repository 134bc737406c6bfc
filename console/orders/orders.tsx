import { data, href, useLocation } from "react-router";

import { Alert } from "#app/ui/notice.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { sendBulk } from "../bulk/send-bulk.server.ts";
import { CsvLink } from "../table/csv-link.tsx";
import { NextPage } from "../table/next-page.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { ViewBar } from "../views/view-bar.tsx";
import { readViews } from "../views/views.server.ts";
import type { Route } from "./+types/orders";
import { FILTERS, toQuery } from "./filter.ts";
import { Filters } from "./filters.tsx";
import { OrderList } from "./order-list.tsx";
import { ListSchema } from "./responses.ts";

/** Those that may be left out. */
const COLUMNS = ["Reference", "Placed", "State", "Shopper", "Amount"];
const NOTHING = { orders: [], next: null, is_cut: false };

/** An invalid filter is an error beside the form, not of the page. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const brand = brandIn(context.get(meContext), params.brand);
  const { query, problems } = toQuery(url.searchParams);
  const views = await readViews(context, brand.id, "orders");
  if (Object.keys(problems).length > 0) return data({ brand, views, list: NOTHING, problems, text: "" }, 400);
  const answer = await context.get(staffApiContext).get(`brands/${brand.id}/orders`, ListSchema, query);
  if (!answer.ok && answer.error.kind === "status" && answer.error.status === 400) {
    const { text, fields } = explain(answer.error);
    return data({ brand, views, list: NOTHING, problems: fields, text }, 400);
  }
  return { brand, views, list: valueOf(answer, url), problems, text: "" };
}

/** Begins an action on many orders. */
export async function action({ request, context, params: { brand }, url }: Route.ActionArgs) {
  const { query, problems } = toQuery(url.searchParams);
  if (Object.keys(problems).length > 0) throw data(null, 400);
  return sendBulk(context, { brand, list: "orders", form: await request.formData(), query });
}

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, views, list, problems, text } = loaderData;
  const { pathname, search } = useLocation();
  const current = new URLSearchParams(search);
  const isFiltered = FILTERS.some((name) => current.get(name));
  return (
    <>
      <PageTitle title="Orders" brand={brand.name} />
      {actionData && <Refusal {...actionData.problem} />}
      {text && <Alert>{text}</Alert>}
      <Filters pathname={pathname} search={search} problems={problems} />
      <ViewBar brand={brand.id} list="orders" saved={views} labels={COLUMNS} />
      {list.is_cut && <Alert tone="info">More orders match than a search looks at. Type more of what you know.</Alert>}
      <OrderList brand={brand} orders={list.orders} shown={views.columns} isFiltered={isFiltered} />
      <NextPage place={list.next} />
      {brand.permissions.includes("money.export") && list.orders.length > 0 && (
        <CsvLink to={href("/brands/:brand/orders.csv", { brand: brand.id })} />
      )}
    </>
  );
}
