import { expect, test } from "vitest";

import { hrefWith, pickQuery } from "#console/table/list-url.ts";

test("keeps the parameters that a page names, once, trimmed, and not the empty ones", () => {
  const search = new URLSearchParams("q=%20mira%20&q=other&sort=&after=3&brand=tamarind");
  expect(String(pickQuery(search, ["q", "sort", "after"]))).toBe("q=mira&after=3");
});

test("changes single parameters of a page and keeps the others", () => {
  const page = { pathname: "/brands/aurora/orders", search: "?q=a%26b&after=1" };
  expect(hrefWith(page, { after: "2" })).toBe("/brands/aurora/orders?q=a%26b&after=2");
  expect(hrefWith(page, { after: null, q: null })).toBe("/brands/aurora/orders");
});
