import { formatPoints } from "#app/pricing/format-money.ts";
import { Money } from "#app/ui/money.tsx";

import { gatewayName } from "../base/gateways.ts";
import { REFUND_REASONS } from "../orders/labels.ts";
import { DataTable } from "../table/data-table.tsx";
import type { Month } from "./money-response.ts";
import { COINS, describeOutcome } from "./outcomes.ts";

/** Cash received and returned in a month, and the changes of coins. */
export function MonthMoney({ report: { refunds, returned, payments, coin_sums } }: { report: Month }) {
  const [received, owed, back] = [sum(payments), sum(refunds), sum(returned)];
  return (
    <>
      <h2>Received</h2>
      <DataTable
        caption="Received"
        rows={payments}
        keyOf={({ gateway, outcome }) => `${gateway} ${outcome}`}
        empty="No payment arrived in this month."
        columns={[
          { label: "Gateway", cell: ({ gateway }) => gatewayName(gateway) },
          { label: "What became of it", cell: ({ outcome }) => describeOutcome(outcome) },
          { label: "Payments", isNumber: true, cell: (row) => row.payments },
          { label: "Cash", isNumber: true, cell: ({ amount }) => <Money paise={amount} /> },
        ]}
      />
      <p>
        Received <Money paise={received} />, refunded <Money paise={owed} />, returned <Money paise={back} />:{" "}
        <Money paise={received - owed - back} /> stays.
      </p>
      <h2>Refunded</h2>
      <DataTable
        caption="Refunded"
        rows={refunds}
        keyOf={({ reason }) => reason}
        empty="No order became owed a refund in this month."
        columns={[
          { label: "Why", cell: ({ reason }) => REFUND_REASONS[reason] ?? reason },
          { label: "Refunds", isNumber: true, cell: (row) => row.count },
          { label: "Cash", isNumber: true, cell: ({ amount }) => <Money paise={amount} /> },
          { label: "Coins", isNumber: true, cell: (row) => formatPoints(row.coins) },
        ]}
      />
      <h2>Returned</h2>
      <DataTable
        caption="Returned"
        rows={returned}
        keyOf={({ reason }) => reason}
        empty="No payment went back beside its order in this month."
        columns={[
          { label: "Why", cell: ({ reason }) => REFUND_REASONS[reason] ?? reason },
          { label: "Payments", isNumber: true, cell: (row) => row.payments },
          { label: "Cash", isNumber: true, cell: ({ amount }) => <Money paise={amount} /> },
        ]}
      />
      <h2>Coins</h2>
      <DataTable
        caption="Coins"
        rows={coin_sums}
        keyOf={({ what }) => what}
        empty=""
        columns={[
          { label: "What", cell: ({ what }) => COINS[what] ?? what },
          { label: "Entries", isNumber: true, cell: ({ entries }) => entries },
          { label: "Coins", isNumber: true, cell: ({ amount }) => formatPoints(amount) },
        ]}
      />
    </>
  );
}

const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);
