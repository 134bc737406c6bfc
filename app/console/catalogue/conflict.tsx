import { Alert } from "#app/ui/notice.tsx";

import { DataTable } from "../table/data-table.tsx";
import type { ProductValues } from "./answers.ts";

const LABELS = {
  name: "Name",
  subcategory: "Category",
  denominations: "Amounts",
  price_mrp: "Price on the card",
  validity_days: "Days",
  is_available: "On sale",
  image_url: "Picture",
  details: "Details",
  terms_and_conditions: "Terms",
  how_to_use: "How to use",
} as const;

const show = (value: string | boolean) => (value === true ? "yes" : value === false ? "no" : value);

/** Both states of a product that somebody else has changed while the form was open. */
export function Conflict({ typed, saved }: { typed: ProductValues; saved: ProductValues }) {
  const names = (Object.keys(LABELS) as (keyof typeof LABELS)[]).filter((name) => typed[name] !== saved[name]);
  return (
    <>
      <Alert>
        Somebody else changed this product while you were editing, and your changes were not saved. They are still
        below. Save again to replace the other change.
      </Alert>
      <DataTable
        caption="Both changes"
        rows={names}
        keyOf={(name) => name}
        empty="What you typed is what the other has saved."
        columns={[
          { label: "Field", cell: (name) => LABELS[name] },
          { label: "Typed by you", cell: (name) => <span className="both">{show(typed[name])}</span> },
          { label: "Saved meanwhile", cell: (name) => <span className="both">{show(saved[name])}</span> },
        ]}
      />
    </>
  );
}
