import { href } from "react-router";

import { type Column, DataTable } from "../table/data-table.tsx";
import type { ShownJob } from "./answers.ts";
import { formatCount } from "./words.ts";

type Refused = ShownJob["refused"][number];

/** What the file has there, so that a person can see what is wrong. */
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

/** The rows that a job did not take, and why; the rest of a long list is in the file. */
export function RefusedRows({ shown: { job, refused, may_act }, brand }: { shown: ShownJob; brand: string }) {
  const count = job.tallies.refused ?? 0;
  if (count === 0) return null;
  const file = href("/brands/:brand/jobs/:job/refused.csv", { brand, job: job.id });
  return (
    <section aria-labelledby="refused-title">
      <h2 id="refused-title">{formatCount(count)} refused</h2>
      {refused.length === 0 && (
        <p>This list has been deleted. Lists are kept for 7 days (stock) or 30 days (catalogue).</p>
      )}
      {may_act && refused.length > 0 && (
        <p>
          <a href={file}>Download these rows as CSV</a>, with the reasons beside them.
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
