import type { ReactNode } from "react";
import { useLocation } from "react-router";

import { hrefWith } from "./list-url.ts";

export type Column<Row> = {
  label: string;
  cell(row: Row): ReactNode;
  /** Aligned to the right, with digits of one width. */
  isNumber?: true;
  /** Its name in the URL, with "-" before it for a descending order; absent if the list cannot be sorted by this column. */
  sort?: string;
  /** The sort key of a list that is complete; absent if the API sorts its pages. Rows with null come last. */
  by?(row: Row): string | number | null;
};

export type DataTableProps<Row> = {
  /** For screen readers, such as "Orders". */
  caption: string;
  /** The first column identifies the row. */
  columns: Column<NoInfer<Row>>[];
  rows: Row[];
  keyOf(row: Row): string;
  /** Shown in place of an empty table: its future content, and the way to add some. */
  empty: ReactNode;
  /** The parameter of the URL for the order. Each table of a page needs another one. */
  sortIn?: string;
  /** Puts a box before each row, named `row`, for the form around the table. @returns the box's label */
  tick?(row: Row): string;
};

/** A list that phones show as cards. */
export function DataTable<Row>({ caption, columns, rows, keyOf, empty, sortIn = "sort", tick }: DataTableProps<Row>) {
  const location = useLocation();
  const sorted = new URLSearchParams(location.search).get(sortIn);
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- it scrolls where the table is wide
    <div className="table-scroll" role="group" aria-label={caption} tabIndex={0}>
      <table className="data-table">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, isNumber, sort }) => (
              <th
                key={label}
                scope="col"
                className={isNumber && "number"}
                aria-sort={sort === undefined ? undefined : stateOf(sort, sorted)}
              >
                {sort !== undefined ? (
                  <a href={hrefWith(location, { [sortIn]: nextOrder(sort, sorted), after: null })}>{label}</a>
                ) : (
                  label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(rows, columns, sorted).map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ label, cell, isNumber }, at) =>
                at === 0 ? (
                  <th key={label} scope="row">
                    {tick && (
                      <input type="checkbox" className="tick" name="row" value={keyOf(row)} aria-label={tick(row)} />
                    )}
                    {cell(row)}
                  </th>
                ) : (
                  <td key={label} className={isNumber && "number"} data-label={label}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const stateOf = (sort: string, sorted: string | null) =>
  sorted === sort ? "ascending" : sorted === `-${sort}` ? "descending" : undefined;

/** The first press sorts in descending order: the newest or the largest first. */
const nextOrder = (sort: string, sorted: string | null) => (sorted === `-${sort}` ? sort : `-${sort}`);

const { compare } = new Intl.Collator("en-IN", { numeric: true });

/** The rows in the URL's order, if the column has a sort key. */
function inOrder<Row>(rows: Row[], columns: Column<Row>[], sorted: string | null): Row[] {
  const by = columns.find(({ sort }) => sort !== undefined && sort === sorted?.replace(/^-/, ""))?.by;
  if (by === undefined) return rows;
  const sign = sorted!.startsWith("-") ? -1 : 1;
  return rows.toSorted((row, other) => {
    const [one, two] = [by(row), by(other)];
    if (one === null || two === null) return Number(one === null) - Number(two === null);
    return sign * (typeof one === "number" && typeof two === "number" ? one - two : compare(String(one), String(two)));
  });
}
