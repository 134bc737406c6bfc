import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import type { explain } from "../base/responses.server.ts";
import { Choice } from "../fields/choice.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { SentFile } from "./sent-file.tsx";
import type { StatementResponse } from "./upi-responses.ts";

type Fields = Partial<Record<string, string>>;

type ChooseColumnsProps = {
  brand: string;
  sent: { text: string; file: string };
  checked: StatementResponse;
  typed: Fields;
  problem: ReturnType<typeof explain> | null;
};

const COLUMNS: [name: string, label: string, isRequired: boolean][] = [
  ["amount", "Credits, or all amounts", true],
  ["note", "Narration", true],
  ["reference", "UTR or reference", false],
  ["debit", "Debits", false],
  ["side", "Cr or Dr", false],
];

/** The first rows of a file, and a form that maps columns with unknown names. */
export function ChooseColumns({ brand, sent, checked: { sample, is_read }, typed, problem }: ChooseColumnsProps) {
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length));
  // A header has more columns than the lines above it.
  const header = sample.find(({ cells }) => cells.filter((cell) => cell !== "").length >= Math.min(width, 3));
  const names = Array.from({ length: width }, (_none, at) => header?.cells[at] || "no name");
  const options = Object.fromEntries(names.map((name, at) => [at + 1, `${at + 1}: ${name}`]));
  const fields = problem?.fields ?? {};
  return (
    <>
      {problem && <Refusal {...problem} />}
      <p>
        {is_read ? "" : "No line of this file names columns that the shop knows. "}Choose the columns once; they are
        kept with the brand. <a href={href("/brands/:brand/payments/statement", { brand })}>Choose another file</a>
      </p>
      <form method="post" encType="multipart/form-data" className="narrow-form">
        <SentFile sent={sent} />
        <Field
          name="line"
          label="Line that names the columns"
          hint="0 if no line names them."
          inputMode="numeric"
          defaultValue={typed.line ?? String(header?.line ?? 1)}
          error={fields.line}
          required
        />
        {COLUMNS.map(([name, label, isRequired]) => (
          <Choice
            key={name}
            name={name}
            isRequired={isRequired}
            options={options}
            value={typed[name]}
            error={fields[name]}
            label={isRequired ? label : `${label} (optional)`}
            none={isRequired ? "Choose a column" : "None"}
          />
        ))}
        <p>
          <Button name="act" value="keep" busyLabel="Checking...">
            Keep the columns
          </Button>
        </p>
      </form>
      <h2>First lines of the file</h2>
      <ol className="plain-list">
        {sample.map(({ line, cells }) => (
          <li key={line}>
            Line {line}: {cells.map((cell, at) => `${at + 1}: ${cell || "empty"}`).join(" · ")}
          </li>
        ))}
      </ol>
    </>
  );
}
