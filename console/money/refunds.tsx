import { Money } from "#app/ui/money.tsx";

import { REFUND_REASONS, REFUND_STATES } from "../orders/labels.ts";
import { timeColumn } from "../table/columns.tsx";
import { type Column, DataTable } from "../table/data-table.tsx";
import type { MoneyResponse } from "./money-response.ts";
import { OrderLink } from "./order-link.tsx";

type Refund = {
  order_id: string;
  order_number: string;
  email: string;
  reason: string;
  amount: number;
  created_at: number;
};

const columnsOf = <Row extends Refund>(brand: string, tellState: (row: Row) => string): Column<Row>[] => [
  { label: "Order", cell: (row) => <OrderLink brand={brand} of={row} /> },
  timeColumn("Since", "since", "created_at"),
  { label: "Why", cell: ({ reason }) => REFUND_REASONS[reason] ?? reason },
  { label: "State", cell: tellState },
  {
    label: "Cash",
    isNumber: true,
    sort: "cash",
    by: ({ amount }) => amount,
    cell: ({ amount }) => <Money paise={amount} />,
  },
];

/** Refunds that are due and have not reached the shopper. */
export const Refunds = ({ brand, refunds }: Pick<MoneyResponse, "refunds"> & { brand: string }) => (
  <>
    <h2>Refunds that have not arrived</h2>
    <DataTable
      caption="Refunds"
      rows={refunds}
      keyOf={({ order_id, number }) => `${order_id} ${number}`}
      sortIn="refunds"
      empty="None. A refund that waits for you, or for the gateway, is listed here."
      columns={columnsOf<MoneyResponse["refunds"][number]>(brand, ({ state }) =>
        state === null ? "Not sent" : (REFUND_STATES[state] ?? state),
      )}
    />
  </>
);

/** Payments that no order took, until they have gone back. */
export const Returned = ({ brand, returned }: Pick<MoneyResponse, "returned"> & { brand: string }) => (
  <>
    <h2>Payments that go back beside their order</h2>
    <DataTable
      caption="Returned payments"
      rows={returned}
      keyOf={({ id }) => id}
      sortIn="returned"
      empty="None. A payment that arrived twice, or with another amount, is listed here until it has gone back."
      columns={columnsOf<MoneyResponse["returned"][number]>(brand, ({ state, detail }) =>
        [REFUND_STATES[state] ?? state, detail].filter(Boolean).join(": "),
      )}
    />
  </>
);
