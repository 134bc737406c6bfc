import { DateTime } from "#app/ui/date.tsx";

import { valueOf } from "../answers.server.ts";
import { meContext, staffApiContext } from "../context.server.ts";
import { DataTable } from "../data-table.tsx";
import { PageTitle } from "../page-title.tsx";
import type { Route } from "./+types/audit";
import { EntriesSchema, FILTERS, toQuery } from "./audit-query.ts";
import { Details } from "./details.tsx";
import { FilterForm } from "./filter-form.tsx";

const PAGE = 50;

/** Both pages: of all brands, and of one. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { brand: id } = params as { brand?: string };
  const { brands } = context.get(meContext);
  // One more than is shown tells whether there are older ones.
  const query = toQuery(url.searchParams, id, PAGE + 1);
  const { entries } = valueOf(await context.get(staffApiContext).get("audit", EntriesSchema, query), url);
  const filters = Object.fromEntries(FILTERS.map((name) => [name, url.searchParams.get(name) ?? ""]));
  const kept = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
  const { pathname } = url;
  const older = entries.length > PAGE ? `${pathname}?${withBefore(kept, entries[PAGE - 1]!.number)}` : null;
  return {
    ...{ filters, pathname, older },
    brand: brands.find((brand) => brand.id === id),
    entries: entries.slice(0, PAGE),
    newest: url.searchParams.has("before") ? `${pathname}?${kept}` : null,
    csv: `${pathname}.csv?${kept}`,
  };
}

function withBefore(kept: URLSearchParams, number: number) {
  const search = new URLSearchParams(kept);
  search.set("before", String(number));
  return search;
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { brand, entries, filters, pathname, older, newest, csv } = loaderData;
  return (
    <>
      <PageTitle title="Audit" brand={brand?.name} />
      <p className="muted">
        What members did, and what the command line did. Each entry is written before the act. Nobody can change one
        without awning audit verify telling.
      </p>
      <FilterForm filters={filters} pathname={pathname} csv={csv} />
      <DataTable
        caption="Entries"
        rows={entries}
        keyOf={({ number }) => String(number)}
        empty="No entries. Sign-ins, refunds, changes of the staff and every other act appear here; with filters, fewer."
        columns={[
          { label: "Act", cell: ({ act }) => act },
          { label: "On", cell: ({ subject }) => subject },
          ...(brand ? [] : [{ label: "Brand", cell: (entry: (typeof entries)[number]) => nameBrand(entry.brand) }]),
          { label: "By", cell: ({ actor, origin }) => `${actor} from ${origin}` },
          { label: "When", cell: ({ at }) => <DateTime at={at} /> },
          { label: "Details", cell: (entry) => <Details {...entry} /> },
        ]}
      />
      <p className="pager">
        {newest && <a href={newest}>Newest</a>} {older && <a href={older}>Older</a>}
      </p>
    </>
  );
}

const nameBrand = (brand: string | null) => (brand === null ? "None" : brand === "*" ? "All" : brand);
