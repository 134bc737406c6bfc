import { formatMoney } from "#app/pricing/format-money.ts";

import { gatewayName } from "../base/gateways.ts";
import { METHODS } from "../money/outcomes.ts";
import { DataTable } from "../table/data-table.tsx";
import type { TodayMoney } from "./today-response.ts";

type Method = TodayMoney["methods"][number];

/** The payments of a range by method. A declined try has no line: gateways report it without its method. */
export function Methods({ methods }: { methods: Method[] }) {
  const all = methods.reduce((sum, { payments }) => sum + payments, 0);
  return (
    <>
      <h2>Payments by method</h2>
      <DataTable
        caption="Payments by method"
        rows={methods}
        keyOf={({ gateway, method }) => `${gateway} ${method}`}
        empty="No payment has arrived in this time."
        columns={[
          { label: "Gateway", cell: ({ gateway }) => gatewayName(gateway) },
          { label: "Method", cell: ({ method }) => (method === null ? "Not told" : (METHODS[method] ?? method)) },
          { label: "Payments", isNumber: true, cell: ({ payments }) => payments },
          { label: "Share", isNumber: true, cell: ({ payments }) => `${Math.round((100 * payments) / all)} %` },
          { label: "Cash", isNumber: true, cell: ({ amount }) => formatMoney(amount) },
        ]}
      />
    </>
  );
}
