import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";

import { DataTable } from "../table/data-table.tsx";
import { kindName } from "./supplier-fields.ts";
import type { Supplier } from "./supplier-responses.ts";

type SupplierTableProps = { suppliers: Supplier[]; mayTry: boolean; brand: string };

/** The brand's suppliers with their balances as the shop read them last. */
export const SupplierTable = ({ suppliers, mayTry, brand }: SupplierTableProps) => (
  <DataTable
    caption="Suppliers"
    rows={suppliers}
    keyOf={({ name }) => name}
    empty="None. The catalogue's file names which products a supplier sends."
    columns={[
      {
        label: "Supplier",
        cell: ({ name }) => <a href={`${href("/brands/:brand/brand/supplier", { brand })}?name=${name}`}>{name}</a>,
      },
      { label: "Kind", cell: ({ kind }) => kindName(kind) },
      {
        label: "Balance",
        isNumber: true,
        cell: ({ balance }) => (balance === null ? "Unknown" : <Money paise={balance} />),
      },
      { label: "Low below", isNumber: true, cell: ({ low_below }) => <Money paise={low_below} /> },
      { label: "State", cell: describe },
      { label: "Read", cell: ({ checked_at }) => (checked_at === null ? "–" : <DateTime at={checked_at} />) },
      { label: "Action", cell: ({ name }) => (mayTry ? <TryButton name={name} /> : "–") },
    ]}
  />
);

function describe({ is_low: isLow, problem }: Supplier): string {
  const state = isLow ? "Low: its products are sold out" : "Selling";
  return problem === null ? state : `${state}. ${problem}`;
}

const TryButton = ({ name }: { name: string }) => (
  <form method="post">
    <Button look="outline" name="supplier" value={name} busyLabel="Trying...">
      Try<span className="sr"> {name}</span>
    </Button>
  </form>
);
