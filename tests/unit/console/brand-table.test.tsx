import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";

import { BrandTable } from "#console/today/brand-table.tsx";

const brand = (id: string, permissions: string[] = []) => ({ id, name: id, permissions });
const sold = (amount: number) => ({ buckets: [], total: { orders: 1, amount, coins: 0 }, before: null });
const row = { isSilent: false, sales: null, attempts: { tried: 0, paid: 0 }, coins: null, low: 0 };
const needing = (orders: number, others: string[] = []) => ({ orders, others, total: orders + others.length });

const ROWS = [
  { ...row, brand: brand("calm"), sales: sold(500), needs: needing(0), coins: { outstanding: 2, lapsing: 1_00 } },
  { ...row, brand: brand("busy", ["orders.read"]), sales: sold(9_00), needs: needing(1, ["x is low", "y is low"]) },
  { ...row, brand: brand("silent"), isSilent: true, attempts: null, low: null, needs: null },
  { ...row, brand: brand("hidden"), needs: needing(2) },
];

function show(search: string, isPart = false) {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={[`/${search}`]}>
      <BrandTable rows={ROWS} range="week" isPart={isPart} />
    </MemoryRouter>,
  );
  return { html, names: [...html.matchAll(/range=week">([a-z]*)<\/a>/g)].map(([, name]) => name) };
}

test("brands are sorted by their sales and needs, those without a figure last", () => {
  expect(show("").names).toEqual(["calm", "busy", "silent", "hidden"]);
  expect(show("?sort=-needs").names).toEqual(["busy", "hidden", "calm", "silent"]);
  expect(show("?sort=cash").names).toEqual(["calm", "busy", "silent", "hidden"]);
  expect(show("?sort=-cash").names).toEqual(["busy", "calm", "silent", "hidden"]);
  expect(show("?sort=brand").names).toEqual(["busy", "calm", "hidden", "silent"]);
});

test("brands cannot be sorted if others are on another page", () => {
  const { html, names } = show("?sort=-needs", true);
  expect(names).toEqual(["calm", "busy", "silent", "hidden"]);
  expect(html).not.toContain("sort=");
  expect(show("").html).toContain('<a href="/?sort=-needs">Needs somebody</a>');
});

test("a brand's needs link to its orders, if the member may read them, and to its page", () => {
  const { html } = show("");
  expect(html).toContain(
    '<a href="/brands/busy/orders?attention=any">1 order</a>, <a href="/brands/busy?range=week">x is low, y is low</a>',
  );
  expect(html).not.toContain("/brands/hidden/orders");
  expect(html).toMatch(/data-label="Needs somebody">2 orders</);
  expect(html).toMatch(/data-label="Needs somebody">Nothing</);
  expect(html).toMatch(/data-label="Needs somebody">–</);
  expect(html).toMatch(/data-label="Coins that lapse within 30 days">1</);
});
