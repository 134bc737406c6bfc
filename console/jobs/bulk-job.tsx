import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { bulkWordsOf, countThings, thingsOfBulk } from "../bulk/words.ts";
import { ReasonField } from "../fields/reason-field.tsx";
import { FileLinks } from "../table/csv-link.tsx";
import { DataTable } from "../table/data-table.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { formatCount, isUnderWay } from "./labels.ts";
import type { Bulk, Job } from "./responses.ts";

type BulkProps = {
  job: Job;
  bulk: Bulk;
  brand: string;
  mayAct: boolean;
  refused?: RefusedConfirmation;
};

/** A confirmation that was just refused; the page itself shows the first reason. */
export type RefusedConfirmation = { problem: { fields: Record<string, string> }; reason?: string };

/** The preview of an action on many rows, with the form that confirms it; or its run, with the outcome of each row. */
export function BulkJob({ job, bulk, brand, mayAct, refused }: BulkProps) {
  const words = bulkWordsOf(job.kind)!;
  const { left = 0, good = 0, done = 0, waiting = 0 } = job.tallies;
  const isOver = !isUnderWay(job);
  return (
    <>
      <Facts bulk={bulk} brand={brand} />
      {mayAct && bulk.is_confirmable && <ConfirmForm job={job} bulk={bulk} good={good} refused={refused} />}
      {bulk.is_check && isOver && good === 0 && (
        <Alert tone="info">Nothing can be done. Each row below has the reason.</Alert>
      )}
      {isOver && left + good + done + waiting > 0 && (
        <p>
          <FileLinks
            to={href("/brands/:brand/jobs/:job/rows.csv", { brand, job: job.id })}
            label="Download all rows as CSV"
          />
        </p>
      )}
      <Rows id="left" title={`${formatCount(left)} left out`} rows={bulk.left} all={left} bulk={bulk} brand={brand} />
      <Rows
        id="rows"
        title={bulk.is_check ? `${formatCount(good)} ${words.ready}` : `${formatCount(done)} ${words.done}`}
        rows={bulk.others.filter(({ state }) => state !== "chosen" && (bulk.is_check || state !== "ready"))}
        all={bulk.is_check ? good : done + waiting}
        bulk={bulk}
        brand={brand}
      />
    </>
  );
}

/** The reason of a run, and links between a preview and its run. */
function Facts({ bulk, brand }: Pick<BulkProps, "bulk" | "brand">) {
  const linkTo = (id: string) => href("/brands/:brand/jobs/:job", { brand, job: id });
  return (
    <>
      {bulk.reason !== null && <p>Reason: {bulk.reason}</p>}
      {bulk.check !== null && (
        <p>
          <a href={linkTo(bulk.check)}>The preview of this work</a>
        </p>
      )}
      {bulk.run !== null && (
        <p>
          <a href={linkTo(bulk.run)}>This was confirmed: the work and its result</a>
        </p>
      )}
    </>
  );
}

type ConfirmProps = Pick<BulkProps, "job" | "bulk" | "refused"> & { good: number };

function ConfirmForm({ job: { kind }, bulk, good, refused }: ConfirmProps) {
  const { about, confirm, isGrave } = bulkWordsOf(kind)!;
  const title = confirm(countThings(kind, good));
  return (
    <section aria-labelledby="confirm" className="narrow-form">
      <h2 id="confirm">{title}</h2>
      <p>{about}</p>
      <form method="post" className="stack" autoComplete="off">
        <input type="hidden" name="act" value="apply" />
        {bulk.needs_reason && (
          <ReasonField id="bulk-reason" value={refused?.reason} error={refused?.problem.fields.reason} />
        )}
        {bulk.needs_code && <CodeField id="bulk-code" error={refused?.problem.fields.code} />}
        <p>
          <Button look={isGrave ? "danger" : "primary"} busyLabel="Starting...">
            {title}
          </Button>
        </p>
      </form>
    </section>
  );
}

type RowsProps = { id: string; title: string; rows: Bulk["left"]; all: number; bulk: Bulk; brand: string };

function Rows({ id, title, rows, all, bulk, brand }: RowsProps) {
  if (all === 0 || rows.length === 0) return null;
  const hasDetail = rows.some(({ detail }) => detail !== null);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <DataTable
        caption={title}
        rows={rows}
        keyOf={(row) => row.id}
        empty=""
        columns={[
          {
            label: capital(thingsOfBulk(bulk.action)),
            cell: (row) => <Name row={row} action={bulk.action} brand={brand} />,
          },
          ...(hasDetail
            ? [
                {
                  label: id === "left" ? "Why" : "Detail",
                  cell: ({ state, detail }: RowsProps["rows"][number]) =>
                    `${state === "waiting" ? "waits for a second member: " : ""}${detail ?? ""}`,
                },
              ]
            : []),
        ]}
      />
      {all > rows.length && <p>And {formatCount(all - rows.length)} more.</p>}
    </section>
  );
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** The page of a row; coupons have none, and that of a gift is its order's. */
function hrefOf(action: string, brand: string, id: string): string | undefined {
  if (action.startsWith("orders.")) return href("/brands/:brand/orders/:order", { brand, order: id });
  if (action.startsWith("products.")) return href("/brands/:brand/products/:sku", { brand, sku: id });
  if (action.startsWith("shoppers.")) return href("/brands/:brand/shoppers/:shopper", { brand, shopper: id });
  return undefined;
}

function Name({ row: { id, name }, action, brand }: { row: Bulk["left"][number]; action: string; brand: string }) {
  const to = hrefOf(action, brand, id);
  return to === undefined ? name : <a href={to}>{name}</a>;
}
