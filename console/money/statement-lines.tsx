import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";

import type { explain } from "../base/responses.server.ts";
import { formatCount } from "../jobs/labels.ts";
import { DataTable } from "../table/data-table.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { SentFile } from "./sent-file.tsx";
import type { StatementResponse } from "./upi-responses.ts";

type StatementLinesProps = {
  brand: string;
  checked: StatementResponse;
  sent: { text: string; file: string };
  problem: ReturnType<typeof explain> | null;
};

/** The most skipped rows that are listed one by one. */
const MOST_NAMED = 200;

/** The payments that a statement would confirm, the form that books them, and the rows that are skipped. */
export function StatementLines({ brand, checked: { lines, skipped, reading }, sent, problem }: StatementLinesProps) {
  const matches = lines.filter(({ is_match }) => is_match).length;
  const countOf = (kind: string) => skipped.filter((row) => row.kind === kind).length;
  const returned = skipped.filter(({ kind }) => kind === "returned");
  const others = skipped.filter(({ kind }) => kind !== "returned");
  const bad = others.filter(({ kind }) => kind === "bad");
  const named = [...bad, ...others.filter(({ kind }) => kind !== "bad")].slice(0, MOST_NAMED);
  return (
    <>
      {problem && <Refusal {...problem} />}
      <p>
        {formatCount(matches)} of {formatCount(lines.length)} payments match. Nothing is booked yet.{" "}
        <a href={href("/brands/:brand/payments/statement", { brand })}>Choose another file</a>
      </p>
      {reading.length > 0 && <p>{reading.join(" ")}</p>}
      {returned.length > 0 && <ReturnedRows rows={returned} />}
      {matches + returned.length > 0 && (
        <form method="post" encType="multipart/form-data" className="narrow-form">
          <SentFile sent={sent} />
          <CodeField id="statement-code" error={problem?.fields.code} />
          <p>
            <Button name="act" value="book" busyLabel="Booking...">
              {matches === 0
                ? "Book the statement"
                : `Book ${formatCount(matches)} ${matches === 1 ? "payment" : "payments"}`}
            </Button>
          </p>
        </form>
      )}
      <DataTable
        caption="Payments of the statement"
        rows={lines}
        keyOf={({ line }) => String(line)}
        empty="The file has no payment that can be read."
        columns={[
          { label: "Line", cell: ({ line }) => line },
          { label: "UTR", cell: ({ reference }) => reference },
          { label: "Order", cell: ({ orders }) => orders.join(" or ") },
          { label: "Result", cell: ({ result }) => result },
          { label: "Cash", isNumber: true, cell: ({ amount }) => <Money paise={amount} /> },
        ]}
      />
      <h2>Skipped rows</h2>
      <p>
        Debits: {formatCount(countOf("debit"))}. Totals and other lines: {formatCount(countOf("total"))}. Rows that
        cannot be read: {formatCount(bad.length)}.
        {others.length > named.length && ` The first ${MOST_NAMED} are listed.`}
      </p>
      <DataTable
        caption="Skipped rows"
        rows={named}
        keyOf={({ line }) => String(line)}
        empty="None."
        columns={[
          { label: "Line", cell: ({ line }) => line },
          { label: "Reason", cell: ({ reason }) => reason },
        ]}
      />
      <form method="post" encType="multipart/form-data">
        <SentFile sent={sent} />
        <p>
          <Button look="outline" name="act" value="choose" busyLabel="Reading...">
            Choose the columns
          </Button>
        </p>
      </form>
    </>
  );
}

/** The debits by which the bank took back payments of orders. */
function ReturnedRows({ rows }: { rows: StatementResponse["skipped"] }) {
  return (
    <DataTable
      caption="Payments that the bank took back"
      rows={rows}
      keyOf={({ line }) => String(line)}
      empty="None."
      columns={[
        { label: "Line", cell: ({ line }) => line },
        { label: "Result", cell: ({ reason }) => reason },
      ]}
    />
  );
}
