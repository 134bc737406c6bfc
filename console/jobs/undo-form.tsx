import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";
import { Checkbox } from "#app/ui/field.tsx";

import type { explain } from "../base/responses.server.ts";
import { bulkWordsOf } from "../bulk/words.ts";
import { ReasonField } from "../fields/reason-field.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { formatCount } from "./labels.ts";
import type { ShownJob } from "./responses.ts";

type UndoFormProps = {
  job: ShownJob["job"];
  undo: NonNullable<ShownJob["undo"]>;
  problem?: ReturnType<typeof explain>;
  reason?: string;
};

/** Undoes an import. */
export function UndoForm({ job: { kind }, undo: { count, until, is_over }, problem, reason }: UndoFormProps) {
  const isStock = kind === "stock.import";
  const isBulk = bulkWordsOf(kind) !== undefined;
  const title = is_over ? "Withdraw what nobody has bought" : isBulk ? "Undo this" : "Undo this import";
  return (
    <section aria-labelledby="undo" className="narrow-form">
      <h2 id="undo">{title}</h2>
      <p>
        {isStock
          ? "The unsold cards of this import leave the stock again. Cards that are sold or reserved for an order stay, and are listed. A withdrawn card can be imported again."
          : isBulk
            ? "The products become as they were before. What somebody has changed or ordered since stays as it is, and is listed."
            : "Products and categories of this import become as they were before it, and new ones are removed. What somebody has changed or ordered since stays as it is, and is listed."}
        {!is_over && (
          <>
            {" "}
            {isBulk ? "This" : "An import"} can be undone until <DateTime at={until} />.
          </>
        )}
      </p>
      <form method="post" className="stack">
        {problem && <Refusal {...problem} />}
        <input type="hidden" name="act" value={isStock ? "withdraw" : "undo"} />
        <Checkbox
          name="confirmed"
          value="1"
          label={isStock ? withdrawLabel(count) : restoreLabel(count)}
          error={problem?.fields.confirmed}
        />
        <ReasonField id="undo-reason" value={reason} error={problem?.fields.reason} />
        {isStock && <CodeField id="undo-code" error={problem?.fields.code} />}
        <p>
          <Button look="danger" busyLabel="Starting...">
            {title}
          </Button>
        </p>
      </form>
    </section>
  );
}

const withdrawLabel = (count: number) =>
  `Withdraw ${count === 1 ? "1 card" : `up to ${formatCount(count)} cards`} from the stock.`;

const restoreLabel = (count: number) =>
  `Undo ${count === 1 ? "1 change" : `up to ${formatCount(count)} changes`} of the catalogue.`;

/** Links an import to its undo, and back. */
export function UndoLinks({ shown: { undo, undoes }, brand }: { shown: ShownJob; brand: string }) {
  const linkTo = (job: string) => href("/brands/:brand/jobs/:job", { brand, job });
  if (undoes !== null)
    return (
      <p>
        <a href={linkTo(undoes)}>The job that this one undoes</a>
      </p>
    );
  if (undo?.undone_by)
    return (
      <p>
        <a href={linkTo(undo.undone_by)}>The undo of this job, with what was left as it is</a>
      </p>
    );
  if (undo?.is_over && undo.count === 0) return <p>This can no longer be undone. That works for seven days.</p>;
  return null;
}
