import { Money } from "#app/ui/money.tsx";

import { DataTable } from "../table/data-table.tsx";
import type { Month } from "./money-response.ts";

/** A month's sales, by product and amount. */
export const Sold = ({ sold }: Pick<Month, "sold">) => (
  <>
    <h2>Sold</h2>
    <DataTable
      caption="Sold"
      rows={sold}
      keyOf={({ product_id, denomination }) => `${product_id} ${denomination}`}
      empty="Nothing was sold in this month."
      columns={[
        { label: "Product", sort: "card", by: (row) => row.name, cell: (row) => row.name },
        { label: "Amount", isNumber: true, cell: ({ denomination }) => <Money paise={denomination} /> },
        {
          label: "Vouchers",
          isNumber: true,
          sort: "vouchers",
          by: (row) => row.vouchers,
          cell: (row) => row.vouchers,
        },
        {
          label: "Value",
          isNumber: true,
          sort: "value",
          by: (row) => row.value,
          cell: ({ value }) => <Money paise={value} />,
        },
      ]}
    />
  </>
);
