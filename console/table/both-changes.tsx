import { Alert } from "#app/ui/notice.tsx";

import { DataTable } from "./data-table.tsx";

export type BothChange = { label: string; typed: string; saved: string };

/** @param what the object that somebody else has changed while the form was open, such as "this product" */
export const BothChanges = ({ what, rows }: { what: string; rows: BothChange[] }) => (
  <>
    <Alert isFocused>
      Somebody else changed {what} while you were editing, and your changes were not saved. They are still below. Save
      again to replace the other change.
    </Alert>
    <DataTable
      caption="Both changes"
      rows={rows.map(({ label, typed, saved }) => ({ label, ...narrow(typed, saved) }))}
      keyOf={({ label }) => label}
      empty="What you typed is what the other has saved."
      columns={[
        { label: "Field", cell: ({ label }) => label },
        { label: "Typed by you", cell: ({ typed }) => <span className="both">{typed}</span> },
        { label: "Saved meanwhile", cell: ({ saved }) => <span className="both">{saved}</span> },
      ]}
    />
  </>
);

/** Letters of a long text that are shown before and after the difference. */
const AROUND = 100;

/** Both texts without their long common beginning and end. */
export function narrow(typed: string, saved: string) {
  const shorter = Math.min(typed.length, saved.length);
  let [start, end] = [0, 0];
  while (start < shorter && typed[start] === saved[start]) start++;
  while (end < shorter - start && typed.at(-1 - end) === saved.at(-1 - end)) end++;
  const cut = (text: string) => {
    const [from, to] = [Math.max(0, start - AROUND), Math.min(text.length, text.length - end + AROUND)];
    return (from > 0 ? "…" : "") + text.slice(from, to) + (to < text.length ? "…" : "");
  };
  return { typed: cut(typed), saved: cut(saved) };
}
