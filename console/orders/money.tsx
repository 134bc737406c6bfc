import { Fragment } from "react";

import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";
import { DateTime } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";

import { gatewayName } from "../base/gateways.ts";
import { DataTable } from "../table/data-table.tsx";
import { DISPUTE_COLUMNS } from "./dispute-columns.tsx";
import { REFUND_REASONS, REFUND_STATES } from "./labels.ts";
import type { OrderResponse } from "./responses.ts";

type Payment = OrderResponse["payments"][number];

/** The amount to pay, each payment attempt with its ids, and the refunds. */
export function OrderMoney({
  shown: { order, payments, refunds, left, payment_refunds: back, disputes },
}: {
  shown: OrderResponse;
}) {
  return (
    <>
      <h2>Money</h2>
      <dl className="pairs">
        <dt>Total</dt>
        <dd>
          <Money paise={order.total} />
        </dd>
        <dt>Cash</dt>
        <dd>
          <Money paise={order.amount} />
        </dd>
        <dt>Coins</dt>
        <dd>{formatPoints(order.coins)}</dd>
        {refunds.map(({ number, reason, sent_at, ...back }) => (
          <Fragment key={number}>
            <dt>{refunds.length > 1 ? `Refund ${number}` : "Refund"}</dt>
            <dd>
              {formatBoth(back)}, {REFUND_REASONS[reason] ?? reason}. {sent_at === null ? "Not sent yet." : "Sent."}
            </dd>
          </Fragment>
        ))}
        {refunds.length > 0 && left && (
          <>
            <dt>Not refunded</dt>
            <dd>{formatBoth(left) || "Nothing"}</dd>
          </>
        )}
      </dl>
      <DataTable
        caption="Payment attempts"
        rows={payments}
        keyOf={({ id }) => id}
        empty="No payment attempt: it was paid with coins alone."
        columns={[
          { label: "Attempt", cell: ({ id }) => <code>{id}</code> },
          { label: "Gateway", cell: ({ gateway }) => gatewayName(gateway) },
          { label: "Began", cell: ({ created_at }) => <DateTime at={created_at} /> },
          { label: "Amount", isNumber: true, cell: ({ amount }) => <Money paise={amount} /> },
          { label: "Outcome", cell: outcomeOf },
          { label: "References", cell: (payment) => <code>{referencesOf(payment)}</code> },
        ]}
      />
      {disputes.length > 0 && (
        <>
          <h2>Disputes</h2>
          <DataTable caption="Disputes" rows={disputes} keyOf={({ id }) => id} empty="" columns={DISPUTE_COLUMNS} />
        </>
      )}
      {back.length > 0 && (
        <>
          <h2>Refunds through the gateway</h2>
          <DataTable
            caption="Refunds"
            rows={back}
            keyOf={({ id }) => id}
            empty=""
            columns={[
              { label: "Reference", cell: ({ gateway_refund_id: ref, id }) => <code>{ref ?? id}</code> },
              { label: "Amount", isNumber: true, cell: ({ amount }) => <Money paise={amount} /> },
              { label: "Why", cell: ({ reason }) => REFUND_REASONS[reason] ?? reason },
              {
                label: "State",
                cell: ({ state, detail }) => [REFUND_STATES[state] ?? state, detail].filter(Boolean).join(": "),
              },
              { label: "Changed", cell: ({ updated_at }) => <DateTime at={updated_at} /> },
            ]}
          />
        </>
      )}
    </>
  );
}

/** Cash (paise) and coins (hundredths); omits zero amounts. */
const formatBoth = ({ amount, coins }: { amount: number; coins: number }) =>
  [amount > 0 && formatMoney(amount), coins > 0 && `${formatPoints(coins)} coins`].filter(Boolean).join(" and ");

const outcomeOf = ({ events, ended_at }: Payment) =>
  events.map(({ outcome }) => outcome.replace("_", " ")).join(", ") || (ended_at === null ? "open" : "closed unpaid");

/** A gateway may give a payment the same name as its attempt. */
const referencesOf = ({ id: attempt, refs, events }: Payment) =>
  [
    ...refs.map(({ value }) => value),
    ...events.flatMap(({ gateway_payment_id: id, bank_reference: utr }) => [id, utr && `UTR ${utr}`]),
  ]
    .filter((value) => value && value !== attempt)
    .join(", ");
