import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";
import { Alert } from "#app/ui/notice.tsx";

import { DataTable } from "../table/data-table.tsx";
import { type Bucket, type RangeName, RANGES } from "./buckets.ts";
import { Plot } from "./plot.tsx";

type Sum = Pick<Bucket, "orders" | "amount" | "coins">;

type SalesProps = { range: RangeName; buckets: Bucket[]; total: Sum; before: Sum | null; isBehind: boolean };

/** The sales as figures, as plots and as a table. */
export function Sales({ range, buckets, total, before, isBehind }: SalesProps) {
  const { before: beforeText } = RANGES[range];
  const compare = (pick: (sum: Sum) => number, format: (value: number) => string) =>
    before && beforeText ? `${format(pick(before))} in ${beforeText}` : null;
  return (
    <section aria-labelledby="sales-title">
      <h2 id="sales-title">Sales</h2>
      {isBehind && (
        <Alert tone="info">Older sales are still being added up. Load the page again to see more of them.</Alert>
      )}
      <dl className="figures">
        <Figure name="Cash" value={formatMoney(total.amount)} note={compare(({ amount }) => amount, formatMoney)} />
        <Figure name="Orders" value={String(total.orders)} note={compare(({ orders }) => orders, String)} />
        <Figure name="Coins" value={formatPoints(total.coins)} note={compare(({ coins }) => coins, formatPoints)} />
      </dl>
      <div className="sales-shown">
        <div className="plots">
          <figure>
            <figcaption>Cash</figcaption>
            <Plot title="Cash over time" buckets={buckets} valueOf={({ amount }) => amount} format={shortMoney} />
          </figure>
          <figure>
            <figcaption>Orders</figcaption>
            <Plot title="Orders over time" buckets={buckets} valueOf={({ orders }) => orders} format={wholeNumber} />
          </figure>
        </div>
        <details className="sales-table">
          <summary>The same as a table</summary>
          <DataTable
            caption="Sales"
            rows={buckets}
            keyOf={({ at }) => String(at)}
            empty="Nothing yet."
            columns={[
              { label: "Time", cell: ({ label }) => label },
              { label: "Orders", isNumber: true, cell: ({ orders }) => orders },
              { label: "Cash", isNumber: true, cell: ({ amount }) => formatMoney(amount) },
              { label: "Coins", isNumber: true, cell: ({ coins }) => formatPoints(coins) },
            ]}
          />
        </details>
      </div>
    </section>
  );
}

export const Figure = ({ name, value, note }: { name: string; value: string; note?: string | null }) => (
  <div>
    <dt>{name}</dt>
    <dd className="figure-value">{value}</dd>
    {note && <dd className="muted small">{note}</dd>}
  </div>
);

const compact = new Intl.NumberFormat("en-IN", { notation: "compact", maximumFractionDigits: 1 });

/** Paise as "₹1.2L", which fits an axis. */
const shortMoney = (paise: number) => `₹${compact.format(paise / 100)}`;

/** If there are few orders, the axis has ticks between whole numbers, which get no label. */
const wholeNumber = (value: number) => (Number.isInteger(value) ? compact.format(value) : "");
