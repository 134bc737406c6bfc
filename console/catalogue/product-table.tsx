import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";

import { type Column, DataTable } from "../table/data-table.tsx";
import { ChangedAt, Stock } from "./list-cells.tsx";
import type { ListedProduct } from "./responses.ts";

type ProductTableProps = { brand: string; products: ListedProduct[]; mayEdit: boolean; isFiltered: boolean };

/** The list of products. Editors have a form around it (bulk/bulk-form.tsx). */
export const ProductTable = ({ brand, products, mayEdit, isFiltered }: ProductTableProps) => (
  <DataTable
    caption="Products"
    rows={products}
    keyOf={({ sku }) => sku}
    tick={mayEdit ? ({ name }) => `Tick ${name}` : undefined}
    empty={
      isFiltered
        ? "No product matches. Clear a filter, or search for something else."
        : "No products yet. Add one, with its category, or import a catalogue."
    }
    columns={[
      {
        label: "Name",
        sort: "name",
        cell: ({ sku, name }) => <a href={href("/brands/:brand/products/:sku", { brand, sku })}>{name}</a>,
      },
      ...COLUMNS,
      {
        label: "On sale",
        cell: (product) => (mayEdit ? <OfferButton product={product} /> : product.is_available ? "Yes" : "No"),
      },
    ]}
  />
);

const COLUMNS: Column<ListedProduct>[] = [
  { label: "SKU", cell: ({ sku }) => <span className="sku">{sku}</span> },
  { label: "Category", cell: ({ category, subcategory }) => `${category}, ${subcategory}` },
  { label: "From", sort: "price", isNumber: true, cell: ({ price }) => <Money paise={price} /> },
  { label: "Stock", sort: "stock", isNumber: true, cell: Stock },
  { label: "Changed", sort: "changed", cell: ChangedAt },
];

/** Takes this product alone off sale, or offers it again. Its value holds what the form of another page has in fields. */
function OfferButton({ product: { sku, name, is_available: isOnSale } }: { product: ListedProduct }) {
  const label = isOnSale ? "Take off sale" : "Put on sale";
  return (
    <Button
      look="outline"
      busyLabel="Saving..."
      aria-label={`${label}: ${name}`}
      name="offer"
      value={`${isOnSale ? "no" : "yes"} ${sku} ${name}`}
    >
      {label}
    </Button>
  );
}

/** The fields of an action on one product that a pressed OfferButton stands for; undefined if another button was pressed. */
export function readOffer(pressed: string | undefined) {
  const [, value, sku, name] = /^(yes|no) (\S+) (.*)$/.exec(pressed ?? "") ?? [];
  return value === undefined ? undefined : { act: "offer", value, sku: sku!, name: name! };
}
