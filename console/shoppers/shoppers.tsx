import { data, href } from "react-router";

import { formatPoints } from "#app/pricing/format-money.ts";
import { DateTime } from "#app/ui/date.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { searchProblem } from "../base/search-problem.server.ts";
import { BulkForm, mayActOnMany } from "../bulk/bulk-form.tsx";
import { sendBulk } from "../bulk/send-bulk.server.ts";
import { CsvLink } from "../table/csv-link.tsx";
import { NextPage, OlderPage } from "../table/next-page.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { ChosenTable } from "../views/chosen-table.tsx";
import { ViewBar } from "../views/view-bar.tsx";
import { readViews } from "../views/views.server.ts";
import type { Route } from "./+types/shoppers";
import { readFilter, toQuery } from "./filter.ts";
import { SearchForm } from "./search-form.tsx";
import { ShoppersSchema } from "./shopper-responses.ts";
import { nameOfShopper, stateOf } from "./state-of.ts";

/** Those that may be left out. */
const COLUMNS = ["Name", "Phone", "State", "Since", "Coins"];

export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const { searchParams } = url;
  const filter = readFilter(searchParams);
  const views = await readViews(context, brand, "shoppers");
  const page = { brand: brandIn(context.get(meContext), brand), filter, views };
  const query = toQuery(searchParams, searchParams.get("after"));
  const found = await context.get(staffApiContext).get(`brands/${brand}/shoppers`, ShoppersSchema, query);
  const problem = searchProblem(found);
  if (problem !== undefined) return data({ ...page, problem, shoppers: [], next: null, is_cut: false }, 400);
  return { ...page, problem, ...valueOf(found, url) };
}

/** Begins an action on many accounts. */
export async function action({ request, context, params: { brand }, url }: Route.ActionArgs) {
  const form = await request.formData();
  return sendBulk(context, { brand, list: "shoppers", form, query: toQuery(url.searchParams) });
}

export default function Shoppers({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, filter, views, problem, shoppers, next, is_cut: isCut } = loaderData;
  const isFiltered = filter.q !== "" || filter.state !== "";
  return (
    <>
      <PageTitle title="Shoppers" brand={brand.name} />
      {actionData && <Refusal {...actionData.problem} />}
      <SearchForm filter={filter} problem={problem} />
      {brand.permissions.includes("coins.approve") && (
        <p className="page-links">
          <a href={href("/brands/:brand/shoppers/grants", { brand: brand.id })}>Coins that wait for approval</a>
        </p>
      )}
      <ViewBar brand={brand.id} list="shoppers" saved={views} labels={COLUMNS} />
      {isCut && <Alert tone="info">More shoppers match than a search looks at. Type more of what you know.</Alert>}
      <BulkForm list="shoppers" permissions={shoppers.length === 0 ? [] : brand.permissions} isFiltered={isFiltered}>
        <ChosenTable
          shown={views.columns}
          caption="Shoppers"
          rows={shoppers}
          keyOf={({ id }) => id}
          tick={mayActOnMany("shoppers", brand.permissions) ? (shopper) => `Tick ${nameOfShopper(shopper)}` : undefined}
          empty={
            isFiltered
              ? "Nobody. Type a shorter part, such as a family name or the last digits of a phone number."
              : "Nobody has signed up yet. Shoppers appear here as soon as they do."
          }
          columns={[
            {
              label: "E-mail",
              cell: ({ id, email, phone }) => (
                <a href={href("/brands/:brand/shoppers/:shopper", { brand: brand.id, shopper: id })}>
                  {nameOfShopper({ email, phone })}
                </a>
              ),
            },
            { label: "Name", cell: ({ username }) => username },
            { label: "Phone", cell: ({ phone }) => phone ?? "none" },
            { label: "State", cell: stateOf },
            { label: "Since", sort: "created", cell: ({ created_at }) => <DateTime at={created_at} /> },
            { label: "Coins", sort: "coins", isNumber: true, cell: ({ coins }) => formatPoints(coins) },
          ]}
        />
      </BulkForm>
      {filter.sort ? <NextPage place={next} /> : <OlderPage place={next} />}
      {brand.permissions.includes("shoppers.export") && shoppers.length > 0 && (
        <CsvLink to={href("/brands/:brand/shoppers.csv", { brand: brand.id })} />
      )}
    </>
  );
}
