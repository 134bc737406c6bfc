import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";

import type { explain } from "../answers.server.ts";
import { CodeField } from "../code-field.tsx";
import { formatCount } from "../jobs/words.ts";
import { Refusal } from "../refusal.tsx";
import { DataTable } from "../table/data-table.tsx";
import type { StatementLine } from "./upi-answers.ts";

type StatementLinesProps = {
  brand: string;
  lines: StatementLine[];
  /** The file, which is sent again to book it. */
  text: string;
  problem: ReturnType<typeof explain> | null;
};

/** What a statement would confirm, and the form that books it. */
export function StatementLines({ brand, lines, text, problem }: StatementLinesProps) {
  const matches = lines.filter(({ is_match }) => is_match).length;
  return (
    <>
      {problem && <Refusal {...problem} />}
      <p>
        {formatCount(matches)} of {formatCount(lines.length)} rows match. Nothing is booked yet.{" "}
        <a href={href("/brands/:brand/payments/statement", { brand })}>Choose another file</a>
      </p>
      {matches > 0 && (
        <form method="post" encType="multipart/form-data" className="narrow-form">
          <input type="hidden" name="text" value={text} />
          <CodeField id="statement-code" error={problem?.fields.code} />
          <p>
            <Button name="book" value="1" busyLabel="Booking...">
              {`Book ${formatCount(matches)} ${matches === 1 ? "payment" : "payments"}`}
            </Button>
          </p>
        </form>
      )}
      <DataTable
        caption="Rows of the statement"
        rows={lines}
        keyOf={({ line }) => String(line)}
        empty="The file has no rows below its first line."
        columns={[
          { label: "Line", cell: ({ line }) => line },
          { label: "UTR", cell: ({ reference }) => reference },
          { label: "Order", cell: ({ orders }) => orders.join(" or ") },
          { label: "What it pays", cell: ({ result }) => result },
          { label: "Cash", isNumber: true, cell: ({ amount }) => <Money paise={amount} /> },
        ]}
      />
    </>
  );
}
