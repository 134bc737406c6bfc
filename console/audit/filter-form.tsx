import { useLocation } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { FileLinks } from "../table/csv-link.tsx";
import { hrefWith } from "../table/list-url.ts";

/** The URL contains the filters, so that a member can bookmark and share a list. */
export function FilterForm({ problems }: { problems: Record<string, string> }) {
  const { pathname, search } = useLocation();
  const value = (name: string) => new URLSearchParams(search).get(name) ?? undefined;
  const csv = hrefWith({ pathname: `${pathname}.csv`, search }, { before: null });
  return (
    <form method="get" action={pathname} className="filters">
      <Field name="act" label="Action" hint="Or how it begins: order" defaultValue={value("act")} />
      <Field name="actor" label="By" hint="An e-mail address, or command line" defaultValue={value("actor")} />
      <Field name="subject" label="On" hint="Such as an order's number" defaultValue={value("subject")} />
      <Field name="from" type="date" label="From" defaultValue={value("from")} error={problems.from} />
      <Field name="to" type="date" label="To" defaultValue={value("to")} error={problems.to} />
      <p className="filter-acts">
        <Button busyLabel="Looking...">Show</Button> <a href={pathname}>Clear</a>{" "}
        <FileLinks to={csv} label="Download CSV" />
      </p>
    </form>
  );
}
