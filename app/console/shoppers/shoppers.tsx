import { href } from "react-router";

import { formatPoints } from "#app/pricing/format-money.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";
import { Field } from "#app/ui/field.tsx";

import { valueOf } from "../answers.server.ts";
import { Choice } from "../choice.tsx";
import { meContext, staffApiContext } from "../context.server.ts";
import { DataTable } from "../data-table.tsx";
import { brandIn } from "../member.ts";
import { PageTitle } from "../page-title.tsx";
import type { Route } from "./+types/shoppers";
import { NextPage } from "./next-page.tsx";
import { ShoppersSchema } from "./shopper-answers.ts";
import { stateOf } from "./state-of.ts";

const BY = { email: "E-mail", phone: "Phone", name: "Name" };
const STATES = { "": "All", disabled: "Disabled", unverified: "E-mail not verified" };

export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const wanted = url.searchParams;
  const filter = {
    by: choose(wanted.get("by"), BY, "email"),
    q: wanted.get("q")?.trim() ?? "",
    state: choose(wanted.get("state"), STATES, ""),
  };
  const query = new URLSearchParams(
    Object.entries({ ...filter, after: wanted.get("after") ?? "" }).filter(([, value]) => value !== ""),
  );
  const found = await context.get(staffApiContext).get(`brands/${brand}/shoppers`, ShoppersSchema, query);
  return {
    brand: brandIn(context.get(meContext), brand),
    filter,
    ...valueOf(found, url),
    url: { pathname: url.pathname, search: url.search },
  };
}

/** What the URL names, or the first choice for anything else. */
const choose = (value: string | null, choices: object, otherwise: string) =>
  value !== null && Object.hasOwn(choices, value) ? value : otherwise;

export default function Shoppers({ loaderData }: Route.ComponentProps) {
  const { brand, filter, shoppers, next, url } = loaderData;
  const isFiltered = filter.q !== "" || filter.state !== "";
  return (
    <>
      <PageTitle title="Shoppers" brand={brand.name} />
      <form className="search-form" role="search">
        <Choice name="by" label="Search in" options={BY} value={filter.by} />
        <Field
          name="q"
          type="search"
          label="Begins with"
          defaultValue={filter.q}
          maxLength={254}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Choice name="state" label="State" options={STATES} value={filter.state} />
        <Button>Search</Button>
      </form>
      {brand.permissions.includes("coins.approve") && (
        <p className="page-links">
          <a href={href("/brands/:brand/shoppers/grants", { brand: brand.id })}>Grants of coins that wait</a>
        </p>
      )}
      <DataTable
        caption="Shoppers"
        rows={shoppers}
        keyOf={({ id }) => id}
        empty={
          isFiltered
            ? "Nobody. The search compares the beginning of the address, of the phone number without +91, or of the whole name."
            : "Nobody has signed up yet. Shoppers appear here as soon as they do."
        }
        columns={[
          {
            label: "E-mail",
            cell: ({ id, email }) => (
              <a href={href("/brands/:brand/shoppers/:shopper", { brand: brand.id, shopper: id })}>{email}</a>
            ),
          },
          { label: "Name", cell: ({ username }) => username },
          { label: "Phone", cell: ({ phone }) => phone ?? "none" },
          { label: "State", cell: stateOf },
          { label: "Since", cell: ({ created_at }) => <DateTime at={created_at} /> },
          { label: "Coins", isNumber: true, cell: ({ coins }) => formatPoints(coins) },
        ]}
      />
      <NextPage url={url} place={next} />
    </>
  );
}
