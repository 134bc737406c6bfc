import { data, href } from "react-router";

import { formatPoints } from "#app/pricing/format-money.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";
import { Field } from "#app/ui/field.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { Choice } from "../fields/choice.tsx";
import { SEARCH_HINT } from "../search/hint.ts";
import { searchProblem } from "../search/problem.server.ts";
import { CsvLink } from "../table/csv-link.tsx";
import { DataTable } from "../table/data-table.tsx";
import { NextPage, OlderPage } from "../table/next-page.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/shoppers";
import { readFilter, STATES, toQuery } from "./filter.ts";
import { ShoppersSchema } from "./shopper-responses.ts";
import { nameOfShopper, stateOf } from "./state-of.ts";

export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const { searchParams } = url;
  const filter = readFilter(searchParams);
  const page = { brand: brandIn(context.get(meContext), brand), filter };
  const query = toQuery(searchParams, searchParams.get("after"));
  const found = await context.get(staffApiContext).get(`brands/${brand}/shoppers`, ShoppersSchema, query);
  const problem = searchProblem(found);
  if (problem !== undefined) return data({ ...page, problem, shoppers: [], next: null, is_cut: false }, 400);
  return { ...page, problem, ...valueOf(found, url) };
}

export default function Shoppers({ loaderData }: Route.ComponentProps) {
  const { brand, filter, problem, shoppers, next, is_cut: isCut } = loaderData;
  const isFiltered = filter.q !== "" || filter.state !== "";
  return (
    <>
      <PageTitle title="Shoppers" brand={brand.name} />
      <form className="search-form" role="search">
        <Field
          name="q"
          type="search"
          label="Search"
          hint={SEARCH_HINT}
          error={problem}
          defaultValue={filter.q}
          maxLength={254}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Choice name="state" label="State" options={STATES} value={filter.state} />
        {filter.sort && <input type="hidden" name="sort" value={filter.sort} />}
        <Button>Search</Button>
      </form>
      {brand.permissions.includes("coins.approve") && (
        <p className="page-links">
          <a href={href("/brands/:brand/shoppers/grants", { brand: brand.id })}>Coins that wait for approval</a>
        </p>
      )}
      {isCut && <Alert tone="info">More shoppers match than a search looks at. Type more of what you know.</Alert>}
      <DataTable
        caption="Shoppers"
        rows={shoppers}
        keyOf={({ id }) => id}
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
      {filter.sort ? <NextPage place={next} /> : <OlderPage place={next} />}
      {brand.permissions.includes("shoppers.export") && shoppers.length > 0 && (
        <CsvLink to={href("/brands/:brand/shoppers.csv", { brand: brand.id })} />
      )}
    </>
  );
}
