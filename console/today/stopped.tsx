import { formatMoney } from "#app/pricing/format-money.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";

import type { ConsoleBrand } from "../base/member.ts";
import { OrderLink } from "../money/order-link.tsx";
import { CodeField } from "../ui/code-field.tsx";
import type { TodayResponse } from "./today-response.ts";

type Stop = NonNullable<TodayResponse["selling_stop"]>;

const KINDS: Record<Stop["kind"], string> = {
  above: "more than the gateway was asked for",
  below: "less than the gateway was asked for",
  currency: "another currency than rupees",
};

type StoppedProps = {
  brand: ConsoleBrand;
  stop: Stop;
  /** The problem with the code. */
  codeProblem?: string;
};

/**
 * The notice that the brand takes no new orders, the payments that caused the stop, and the form that ends it. For an index
 * route.
 */
export const Stopped = ({ brand, stop, codeProblem }: StoppedProps) => (
  <section aria-labelledby="stopped-title" className="notice error">
    <div className="stack">
      <h2 id="stopped-title">Selling has stopped</h2>
      <p>
        Since <DateTime at={stop.started_at} /> the shop takes no new orders: two shoppers paid {KINDS[stop.kind]}. Paid
        orders are delivered, and these payments go back. Look for a fee or an offer in the gateway&rsquo;s dashboard
        before you sell again.
      </p>
      {stop.evidence.length > 0 && (
        <ul>
          {stop.evidence.map((mismatch) => (
            <li key={mismatch.order_id}>
              <OrderLink brand={brand.id} of={mismatch} />: {formatMoney(mismatch.asked)} asked for,{" "}
              {tellReceived(mismatch)} received on <DateTime at={mismatch.received_at} />
            </li>
          ))}
        </ul>
      )}
      {brand.permissions.includes("selling.resume") && (
        <form method="post" action="?index" className="narrow-form">
          <input type="hidden" name="stop" value={stop.id} />
          <CodeField id="resume-code" error={codeProblem} />
          <Button busyLabel="Starting...">Sell again</Button>
        </form>
      )}
    </div>
  </section>
);

const tellReceived = ({ amount, currency }: Stop["evidence"][number]) =>
  currency === "INR" ? formatMoney(amount) : `${amount} of the smallest unit of ${currency}`;
