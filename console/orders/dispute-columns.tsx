import { DateTime } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";

import { gatewayName } from "../base/gateways.ts";
import type { Column } from "../table/data-table.tsx";
import type { Dispute } from "./dispute-response.ts";

export const DISPUTE_STATES: Record<string, string> = {
  open: "Open: answer it at the gateway",
  under_review: "Under review at the bank",
  won: "Won",
  lost: "Lost",
  closed: "Closed",
};

/** The columns of each list of disputes, beside the order. */
export const DISPUTE_COLUMNS: Column<Dispute>[] = [
  {
    label: "Answer until",
    cell: ({ state, respond_by: by }) => (state === "open" && by !== null ? <DateTime at={by} /> : "–"),
  },
  { label: "State", cell: ({ state }) => DISPUTE_STATES[state] ?? state },
  { label: "Disputed", isNumber: true, cell: ({ amount }) => <Money paise={amount} /> },
  {
    label: "Taken",
    isNumber: true,
    cell: ({ taken }) => (taken === 0 ? "–" : <Money paise={taken} />),
  },
  {
    label: "Why",
    cell: ({ phase, reason }) => [phase.replaceAll("_", " "), reason].filter(Boolean).join(": "),
  },
  {
    label: "Dispute",
    cell: ({ gateway, gateway_dispute_id: id }) => (
      <>
        {gatewayName(gateway)} <code>{id}</code>
      </>
    ),
  },
  { label: "Began", cell: ({ created_at }) => <DateTime at={created_at} /> },
];
