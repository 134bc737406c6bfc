import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";

import { DataTable } from "#console/table/data-table.tsx";

const ROWS = [
  { name: "b", count: 10 },
  { name: "a10", count: null },
  { name: "a9", count: 9 },
];

/** The table at a URL, with its rows' names in the shown order. */
function show(search: string) {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={[`/list${search}`]}>
      <DataTable
        caption="Rows"
        rows={ROWS}
        keyOf={({ name }) => name}
        empty="None."
        sortIn="rows"
        columns={[
          { label: "Name", sort: "name", by: ({ name }) => name, cell: ({ name }) => name },
          { label: "Count", sort: "count", by: ({ count }) => count, cell: ({ count }) => count },
          { label: "Page", sort: "page", cell: () => "" },
        ]}
      />
    </MemoryRouter>,
  );
  return { html, names: [...html.matchAll(/scope="row">([^<]*)/g)].map(([, name]) => name) };
}

test("a complete list is sorted by the URL's column, rows without a value last", () => {
  expect(show("").names).toEqual(["b", "a10", "a9"]);
  expect(show("?rows=name").names).toEqual(["a9", "a10", "b"]);
  expect(show("?rows=-name").names).toEqual(["b", "a10", "a9"]);
  expect(show("?rows=count").names).toEqual(["a9", "b", "a10"]);
  expect(show("?rows=-count").names).toEqual(["b", "a9", "a10"]);
});

test("a list that the API sorts, another table's order and unknown columns do not change the order of rows", () => {
  for (const search of ["?rows=page", "?sort=name", "?rows=nothing", "?rows="])
    expect(show(search).names).toEqual(["b", "a10", "a9"]);
});

test("headings link to the order by their column, descending first, and mark the current order", () => {
  expect(show("?q=x&after=3").html).toContain('href="/list?q=x&amp;rows=-name"');
  const { html } = show("?rows=-name");
  expect(html).toContain('aria-sort="descending"><a href="/list?rows=name"');
  expect(html.match(/aria-sort/g)).toHaveLength(1);
  expect(show("?rows=name").html).toContain('aria-sort="ascending"><a href="/list?rows=-name"');
});
