import type { ReactNode } from "react";

export type Column<Row> = {
  label: string;
  cell(row: Row): ReactNode;
  /** Aligned to the right, with digits of one width. */
  isNumber?: true;
  /** The value of `sort` in the URL that orders by this column; absent where nothing does. */
  sort?: string;
};

type DataTableProps<Row> = {
  /** For screen readers, such as "Orders". */
  caption: string;
  /** The first one names the row. */
  columns: Column<Row>[];
  rows: Row[];
  keyOf(row: Row): string;
  /** Shown in place of an empty table: what will be here, and what makes it appear. */
  empty: ReactNode;
  /** The page's URL; links of sortable columns keep its filters. "-name" sorts downwards. */
  url?: { pathname: string; search: string };
};

/** A list that phones show as cards. */
export function DataTable<Row>({ caption, columns, rows, keyOf, empty, url }: DataTableProps<Row>) {
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
                aria-sort={url && sort ? stateOf(url, sort) : undefined}
              >
                {url && sort ? <a href={hrefFor(url, sort)}>{label}</a> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ label, cell, isNumber }, at) =>
                at === 0 ? (
                  <th key={label} scope="row">
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

type Url = { pathname: string; search: string };

const sortedBy = ({ search }: Url) => new URLSearchParams(search).get("sort");

const stateOf = (url: Url, sort: string) =>
  sortedBy(url) === sort ? "ascending" : sortedBy(url) === `-${sort}` ? "descending" : undefined;

/** The first press sorts downwards: the newest and the largest first. */
function hrefFor(url: Url, sort: string) {
  const search = new URLSearchParams(url.search);
  search.set("sort", sortedBy(url) === `-${sort}` ? sort : `-${sort}`);
  search.delete("after");
  return `${url.pathname}?${search}`;
}
