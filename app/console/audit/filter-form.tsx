import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

type FilterFormProps = { filters: Record<string, string>; pathname: string; csv: string };

/** Filters live in the URL, so that a list can be kept and sent. */
export const FilterForm = ({ filters, pathname, csv }: FilterFormProps) => (
  <form method="get" action={pathname} className="filters">
    <Field name="act" label="Act" hint="Or how it begins: order" defaultValue={filters.act} />
    <Field name="actor" label="By" hint="An e-mail address, or command line" defaultValue={filters.actor} />
    <Field name="subject" label="On" hint="Such as an order's number" defaultValue={filters.subject} />
    <Field name="from" type="date" label="From" defaultValue={filters.from} />
    <Field name="to" type="date" label="To" defaultValue={filters.to} />
    <p className="filter-acts">
      <Button busyLabel="Looking...">Show</Button> <a href={pathname}>Clear</a> <a href={csv}>Download CSV</a>
    </p>
  </form>
);
