import { data, href } from "react-router";

import { DateTime } from "#app/ui/date.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { CsvLink } from "../table/csv-link.tsx";
import { DataTable } from "../table/data-table.tsx";
import { pickQuery } from "../table/list-url.ts";
import { OlderPage } from "../table/next-page.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/jobs";
import { countsOf } from "./labels.ts";
import { Progress } from "./progress.tsx";
import { refreshWhile } from "./refresh.server.ts";
import { JobsSchema, type ListedJob } from "./responses.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const query = pickQuery(url.searchParams, ["after", "only"]);
  const list = valueOf(await context.get(staffApiContext).get(`brands/${params.brand}/jobs`, JobsSchema, query), url);
  const brand = brandIn(context.get(meContext), params.brand);
  return data(
    { brand, isOnlyImports: query.has("only"), now: Date.now(), ...list },
    { headers: refreshWhile(list.jobs, url) },
  );
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export default function Jobs({ loaderData: { brand, jobs, next, isOnlyImports, now } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Jobs" brand={brand.name} />
      <p className="page-links">
        {isOnlyImports ? (
          <a href={href("/brands/:brand/jobs", { brand: brand.id })}>All jobs</a>
        ) : (
          <a href={`${href("/brands/:brand/jobs", { brand: brand.id })}?only=imports`}>Imports only</a>
        )}
        {brand.permissions.includes("stock.edit") && (
          <a href={href("/brands/:brand/stock/import", { brand: brand.id })}>Import stock</a>
        )}
        {brand.permissions.includes("catalogue.edit") && (
          <a href={href("/brands/:brand/catalogue/import", { brand: brand.id })}>Import a catalogue</a>
        )}
        {brand.permissions.includes("brand.read") && (
          <a href={href("/brands/:brand/brand/suppliers", { brand: brand.id })}>Suppliers</a>
        )}
      </p>
      <DataTable
        caption="Jobs"
        rows={jobs}
        keyOf={({ id }) => id}
        empty="No jobs yet. Files that you import, and long lists that you download, appear here."
        columns={[
          {
            label: "Job",
            cell: ({ id, label }) => (
              <a href={href("/brands/:brand/jobs/:job", { brand: brand.id, job: id })}>{label}</a>
            ),
          },
          { label: "File", cell: ({ file }) => file ?? "–" },
          { label: "State", cell: (job) => <Progress job={job} /> },
          { label: "Rows", cell: countsOf },
          { label: "Started", cell: ({ created_at }) => <DateTime at={created_at} /> },
          { label: "Started by", cell: ({ asked_by }) => asked_by },
          { label: "Undo", cell: (job) => <UndoCell job={job} now={now} brand={brand.id} /> },
        ]}
      />
      <OlderPage place={next} />
      {jobs.length > 0 && <CsvLink to={href("/brands/:brand/jobs.csv", { brand: brand.id })} />}
    </>
  );
}

/** The end of the time for undoing an import, or the job that has undone it. */
function UndoCell({ job, now, brand }: { job: ListedJob; now: number; brand: string }) {
  const linkTo = (id: string) => href("/brands/:brand/jobs/:job", { brand, job: id });
  if (job.undone_by !== null) return <a href={linkTo(job.undone_by)}>Undone</a>;
  if (job.undo_until === null || job.undo_until <= now) return "–";
  return (
    <a href={`${linkTo(job.id)}#undo`}>
      Until <DateTime at={job.undo_until} />
    </a>
  );
}
