import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { Stopped } from "#console/today/stopped.tsx";
import type { TodayResponse } from "#console/today/today-response.ts";

const AT = Date.parse("2026-12-01T10:30:00+05:30");
const STOP: NonNullable<TodayResponse["selling_stop"]> = { id: "s", kind: "below", started_at: AT, evidence: [] };
const show = (stop: typeof STOP) =>
  renderToStaticMarkup(<Stopped brand={{ id: "a", name: "A", permissions: [] }} stop={stop} />);

test("a stop has no form for members who may not end it", () => {
  const html = show(STOP);
  expect(html).toContain("two shoppers paid less than the gateway was asked for.");
  expect(html).not.toMatch(/<form|<ul/);
});

test("a payment in another currency is shown in that currency", () => {
  const order = { order_id: "o", order_number: "ORD1", asked: 90_000, received_at: AT };
  const html = show({ ...STOP, kind: "currency", evidence: [{ ...order, amount: 1_200, currency: "USD" }] });
  expect(html).toContain('href="/brands/a/orders/o">ORD1</a>: ₹900.00 asked for');
  expect(html).toContain("1200 of the smallest unit of USD received");
});
