import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { GATEWAYS } from "../base/gateways.ts";
import { Choice } from "../fields/choice.tsx";
import { REFUND_STATES } from "../orders/labels.ts";
import { RECEIVED } from "./outcomes.ts";

export const FILTER_NAMES = ["kind", "gateway", "outcome"];

export const KINDS: Record<string, string> = { payment: "Payment", refund: "Refund" };

const OUTCOMES = {
  ...RECEIVED,
  ...Object.fromEntries(
    Object.entries(REFUND_STATES).map(([state, words]) => [state, `Refund: ${words.toLowerCase()}`]),
  ),
};

type PaymentFiltersProps = { pathname: string; search: string; problems: Record<string, string> };

/** The filters of the list: a form that only changes the URL. */
export function PaymentFilters({ pathname, search, problems }: PaymentFiltersProps) {
  const value = (name: string) => new URLSearchParams(search).get(name) ?? undefined;
  return (
    <form method="get" action={pathname} className="filters">
      <Choice name="kind" label="Kind" options={KINDS} none="Payments and refunds" value={value("kind")} />
      <Choice name="gateway" label="Gateway" options={GATEWAYS} none="Any" value={value("gateway")} />
      <Choice name="outcome" label="What became of it" options={OUTCOMES} none="Anything" value={value("outcome")} />
      <Field name="from" type="date" label="From" defaultValue={value("from")} error={problems.from} />
      <Field name="to" type="date" label="To" defaultValue={value("to")} error={problems.to} />
      <p className="filter-acts">
        <Button>Show</Button> <a href={pathname}>Clear</a>
      </p>
    </form>
  );
}
