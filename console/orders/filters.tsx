import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { GATEWAYS } from "../base/gateways.ts";
import { Choice } from "../fields/choice.tsx";
import { SearchField } from "../fields/search-field.tsx";
import { NEEDS, STATES } from "./labels.ts";

type FiltersProps = { pathname: string; search: string; problems: Record<string, string> };

/** The search and the filters of the list: a form that only changes the URL. */
export function Filters({ pathname, search, problems }: FiltersProps) {
  const value = (name: string) => new URLSearchParams(search).get(name) ?? undefined;
  return (
    <form method="get" action={pathname} className="order-filters" role="search">
      <SearchField typed={value("q")} problem={problems.q} />
      <Choice name="status" label="State" options={STATES} none="Any" value={value("status")} />
      <Choice name="attention" label="Needs" options={NEEDS} none="Anything" value={value("attention")} />
      <Choice name="gateway" label="Gateway" options={GATEWAYS} none="Any" value={value("gateway")} />
      <Field name="from" type="date" label="From" defaultValue={value("from")} error={problems.from} />
      <Field name="to" type="date" label="To" defaultValue={value("to")} error={problems.to} />
      {value("sort") && <input type="hidden" name="sort" value={value("sort")} />}
      <p className="order-filters-go">
        <Button>Search</Button> <a href={pathname}>Clear</a>
      </p>
    </form>
  );
}
