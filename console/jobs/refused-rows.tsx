import { href } from "react-router";

import { FileLinks } from "../table/csv-link.tsx";
import { type Column, DataTable } from "../table/data-table.tsx";
import { formatCount, wordsFor } from "./labels.ts";
import type { ShownJob } from "./responses.ts";

type Refused = ShownJob["refused"][number];

/** The file's cells at that place, so that a person can see the mistake. */
const ROW: Column<Refused> = {
  label: "Row",
  cell: ({ cells }) => (
    <ul className="refused-cells">
      {cells.map(({ column, text }, at) => (
        <li key={at}>
          <b>{column}</b> {text}
        </li>
      ))}
    </ul>
  ),
};

/** An empty cell of `sources` keeps the suppliers, as in every catalogue file. */
const FORMER_VALUES =
  " The rows hold the former values: importing the file restores them. A product that had no supplier keeps those that" +
  " it has now; a JSON file with “sources”: [] removes them.";

/** The rows that a job refused or left unchanged, with the reasons; the rest of a long list is in the file. */
export function RefusedRows({ shown: { job, refused, may_act }, brand }: { shown: ShownJob; brand: string }) {
  const count = job.tallies.refused ?? 0;
  if (count === 0) return null;
  const file = href("/brands/:brand/jobs/:job/refused.csv", { brand, job: job.id });
  return (
    <section aria-labelledby="refused-title">
      <h2 id="refused-title">
        {formatCount(count)} {wordsFor(job).refused}
      </h2>
      {refused.length === 0 && (
        <p>This list has been deleted. Lists are kept for 7 days (stock) or 30 days (catalogue).</p>
      )}
      {may_act && refused.length > 0 && (
        <p>
          <FileLinks to={file} label="Download these rows as CSV" />, with the reasons beside them.
          {job.kind === "catalogue.undo" && FORMER_VALUES}
        </p>
      )}
      {refused.length > 0 && (
        <DataTable
          caption="Refused rows"
          rows={refused}
          keyOf={({ place, reason }) => `${place} ${reason}`}
          empty=""
          columns={[
            { label: "Where", cell: ({ place }) => place },
            { label: "Why", cell: ({ reason }) => reason },
            ...(refused.some(({ cells }) => cells.length > 0) ? [ROW] : []),
          ]}
        />
      )}
      {refused.length > 0 && count > refused.length && <p>And {formatCount(count - refused.length)} more.</p>}
    </section>
  );
}
