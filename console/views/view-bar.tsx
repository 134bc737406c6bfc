import { href, useLocation } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import type { Views } from "./responses.ts";

type ViewBarProps = {
  brand: string;
  list: "orders" | "shoppers";
  saved: Views;
  /** The columns that may be left out. */
  labels: string[];
};

/** The member's saved filters as links, and the forms that save this one, delete one, and choose columns. */
export function ViewBar({ brand, list, saved: { views, columns }, labels }: ViewBarProps) {
  const { pathname, search } = useLocation();
  const to = href("/brands/:brand/views/:list", { brand, list });
  const query = <input type="hidden" name="query" value={search.slice(1)} />;
  return (
    <div className="view-bar">
      {views.length > 0 && (
        <ul aria-label="Saved views">
          {views.map((view) => (
            <li key={view.id}>
              <a href={view.query === "" ? pathname : `${pathname}?${view.query}`}>{view.name}</a>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>Views and columns</summary>
        <form method="post" action={to} className="search-form">
          <input type="hidden" name="act" value="save" />
          {query}
          <Field
            name="name"
            label="Name of this view"
            hint="Keeps the filters and the order, not the searched text."
            required
            maxLength={40}
          />
          <Button>Save view</Button>
        </form>
        <form method="post" action={to} className="view-columns">
          <input type="hidden" name="act" value="columns" />
          {query}
          <fieldset>
            <legend>Columns</legend>
            {labels.map((label) => (
              <label key={label}>
                <input
                  type="checkbox"
                  name="column"
                  value={label}
                  defaultChecked={columns === null || columns.includes(label)}
                />{" "}
                {label}
              </label>
            ))}
          </fieldset>
          <Button>Choose columns</Button>
        </form>
        {views.map((view) => (
          <form key={view.id} method="post" action={to}>
            <input type="hidden" name="act" value="delete" />
            <input type="hidden" name="view" value={view.id} />
            {query}
            <button className="link-button">Delete “{view.name}”</button>
          </form>
        ))}
      </details>
    </div>
  );
}
