import { href } from "react-router";

import { FileLinks } from "../table/csv-link.tsx";
import { DataTable } from "../table/data-table.tsx";
import { formatCount, isUnderWay } from "./labels.ts";
import type { Difference, ShownJob } from "./responses.ts";

const CHANGES: Record<Difference["change"], string> = {
  gone: "No longer sold",
  back: "Sold again",
  amounts: "Other amounts",
  note: "Note: nothing changes",
};

const countOf = ({ gone = 0, back = 0, amounts = 0, note = 0 }: ShownJob["job"]["tallies"]) =>
  gone + back + amounts + note;

/** Differences between suppliers' catalogues and the shop's products; the file has the rest of a long list. */
export function Differences({ shown: { job, differences }, brand }: { shown: ShownJob; brand: string }) {
  const count = countOf(job.tallies);
  if (isUnderWay(job) && count === 0) return null;
  return (
    <section aria-labelledby="differences-title">
      <h2 id="differences-title">{count === 1 ? "1 difference" : `${formatCount(count)} differences`}</h2>
      {count === 0 && job.state === "done" && (job.tallies.compared ?? 0) === 0 && (
        <p>No product names a supplier. The catalogue&apos;s file says which products a supplier sends.</p>
      )}
      {count > 0 && differences.length === 0 && <p>This list has been deleted. Lists are kept for 30 days.</p>}
      {differences.length > 0 && (
        <>
          <p>
            <FileLinks
              to={href("/brands/:brand/jobs/:job/differences.csv", { brand, job: job.id })}
              label="Download the differences as CSV"
            />
            . Applying them sells out what is gone, offers what is back, and offers the amounts that the supplier sells.
            No product, name or price changes.
          </p>
          <DataTable
            caption="Differences"
            rows={differences}
            keyOf={(row) => Object.values(row).join(" ")}
            empty=""
            columns={[
              { label: "Product", cell: ({ sku }) => <Product sku={sku} brand={brand} /> },
              { label: "Supplier", cell: ({ supplier }) => supplier },
              { label: "Its SKU", cell: ({ supplier_sku: sku }) => sku },
              { label: "Change", cell: ({ change }) => CHANGES[change] },
              { label: "Detail", cell: ({ detail }) => detail },
            ]}
          />
        </>
      )}
      {differences.length > 0 && count > differences.length && (
        <p>And {formatCount(count - differences.length)} more.</p>
      )}
    </section>
  );
}

const Product = ({ sku, brand }: { sku: string; brand: string }) => (
  <a href={href("/brands/:brand/products/:sku", { brand, sku })}>{sku}</a>
);
