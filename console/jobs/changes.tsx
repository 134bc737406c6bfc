import type { ReactNode } from "react";
import { href } from "react-router";

import { formatMoney } from "#app/pricing/format-money.ts";

import { type Column, DataTable } from "../table/data-table.tsx";
import { formatCount, isUnderWay } from "./labels.ts";
import type { CardGroup, Change, ShownJob } from "./responses.ts";

type ChangesProps = { shown: ShownJob; brand: string };

/** The changes of a checked catalogue, flagged ones first; the file has the rest of a long list. */
export function Changes({ shown: { job, catalogue }, brand }: ChangesProps) {
  const { listed = 0, flagged = 0 } = job.tallies;
  if (catalogue === null || (isUnderWay(job) && listed === 0)) return null;
  if (listed === 0) return job.state === "done" ? <p>The file changes nothing.</p> : null;
  const columns = columnsOf(brand);
  return (
    <>
      {catalogue.flagged.length > 0 && (
        <Section
          id="flagged"
          title={`${formatCount(flagged)} to look at`}
          shown={catalogue.flagged.length}
          all={flagged}
        >
          <DataTable caption="Changes to look at" rows={catalogue.flagged} keyOf={keyOf} empty="" columns={columns} />
        </Section>
      )}
      <Section
        id="changes"
        title={listed === 1 ? "1 change" : `${formatCount(listed)} changes`}
        shown={catalogue.changes.length}
        all={listed}
      >
        {catalogue.changes.length === 0 ? (
          <p>This list has been deleted. Lists are kept for 30 days.</p>
        ) : (
          <>
            <FileLink brand={brand} job={job.id} />
            <DataTable caption="Changes" rows={catalogue.changes} keyOf={keyOf} empty="" columns={columns} />
          </>
        )}
      </Section>
    </>
  );
}

const keyOf = ({ what, key, field }: Change) => `${what} ${key} ${field}`;

const columnsOf = (brand: string): Column<Change>[] => [
  { label: "What", cell: (change) => <Subject change={change} brand={brand} /> },
  { label: "Field", cell: ({ field }) => FIELDS[field] ?? field },
  { label: "Now", cell: ({ old }) => <span className="long-text">{old || "–"}</span> },
  { label: "After", cell: (change) => <span className="long-text">{change.new || "empty"}</span> },
  { label: "Look at", cell: ({ flags }) => (flags.length === 0 ? "–" : <strong>{flags.join("; ")}</strong>) },
];

/** A new product has no page yet. */
function Subject({ change: { what, key, name, field }, brand }: { change: Change; brand: string }) {
  if (what !== "product") return `${what === "category" ? "Category" : "Subcategory"} ${name} (${key})`;
  if (field === "new") return `${name} (${key})`;
  return <a href={href("/brands/:brand/products/:sku", { brand, sku: key })}>{name}</a>;
}

const FIELDS: Record<string, string> = {
  new: "New",
  name: "Name",
  category: "Category",
  subcategory: "Subcategory",
  denominations: "Amounts",
  price_mrp: "MRP",
  is_available: "On sale",
  image_url: "Picture",
  details: "Details",
  terms_and_conditions: "Terms and conditions",
  how_to_use: "How to use",
  validity_days: "Validity in days",
  sources: "Suppliers",
};

/** The number of cards of each product and amount in a checked stock file. */
export function Cards({ shown: { job, cards }, brand }: ChangesProps) {
  if (cards === null || cards.total === 0) return null;
  return (
    <Section id="cards" title="Cards by product and amount" shown={cards.groups.length} all={cards.total}>
      <FileLink brand={brand} job={job.id} />
      <DataTable
        caption="Cards by product and amount"
        rows={cards.groups}
        keyOf={({ sku, face_value, flags }) => `${sku} ${face_value} ${flags.join()}`}
        empty=""
        columns={[
          {
            label: "Product",
            cell: ({ sku }) => <a href={href("/brands/:brand/products/:sku", { brand, sku })}>{sku}</a>,
          },
          { label: "Amount", cell: amountOf, isNumber: true },
          { label: "Cards", cell: ({ cards: count }) => formatCount(count), isNumber: true },
          { label: "Look at", cell: ({ flags }) => (flags.length === 0 ? "–" : <strong>{flags.join("; ")}</strong>) },
        ]}
      />
    </Section>
  );
}

const amountOf = ({ face_value }: CardGroup) => (face_value === null ? "open value" : formatMoney(face_value));

const FileLink = (job: { brand: string; job: string }) => (
  <p>
    <a href={href("/brands/:brand/jobs/:job/changes.csv", job)}>Download the whole list as CSV</a>
  </p>
);

type SectionProps = { id: string; title: string; shown: number; all: number; children: ReactNode };

const Section = ({ id, title, shown, all, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
    {shown > 0 && all > shown && <p>And {formatCount(all - shown)} more.</p>}
  </section>
);
