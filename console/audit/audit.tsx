import { data } from "react-router";

import { DateTime } from "#app/ui/date.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { valueOf } from "../base/responses.server.ts";
import { DataTable } from "../table/data-table.tsx";
import { OlderPage } from "../table/next-page.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/audit";
import { EntriesSchema, toQuery } from "./audit-query.ts";
import { Details } from "./details.tsx";
import { FilterForm } from "./filter-form.tsx";

const PAGE = 50;

/** Serves both pages: all brands, and one brand. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { brand: id } = params as { brand?: string };
  const { brands } = context.get(meContext);
  // One entry more than the page shows, to detect older ones.
  const { query, problems } = toQuery(url.searchParams, id, PAGE + 1);
  const brand = brands.find((one) => one.id === id);
  if (Object.keys(problems).length > 0) return data({ brand, entries: [], next: null, problems }, 400);
  const { entries } = valueOf(await context.get(staffApiContext).get("audit", EntriesSchema, query), url);
  return {
    brand,
    problems,
    entries: entries.slice(0, PAGE),
    next: entries.length > PAGE ? entries[PAGE - 1]!.number : null,
  };
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { brand, entries, next, problems } = loaderData;
  return (
    <>
      <PageTitle title="Audit" brand={brand?.name} />
      <p className="muted">
        What members did, and what the command line did. Each entry is written before the act. Nobody can change one
        without awning audit verify telling.
      </p>
      <FilterForm problems={problems} />
      <DataTable
        caption="Entries"
        rows={entries}
        keyOf={({ number }) => String(number)}
        empty="No entries. Sign-ins, refunds, changes of the staff and every other act appear here; with filters, fewer."
        columns={[
          { label: "Action", cell: ({ act }) => act },
          { label: "On", cell: ({ subject }) => subject },
          ...(brand ? [] : [{ label: "Brand", cell: (entry: (typeof entries)[number]) => nameBrand(entry.brand) }]),
          { label: "By", cell: ({ actor, origin }) => `${actor} from ${origin}` },
          { label: "When", cell: ({ at }) => <DateTime at={at} /> },
          { label: "Details", cell: (entry) => <Details {...entry} /> },
        ]}
      />
      <OlderPage place={next} name="before" />
    </>
  );
}

const nameBrand = (brand: string | null) => (brand === null ? "None" : brand === "*" ? "All" : brand);
