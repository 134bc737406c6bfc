import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import type { TodayAnswer } from "#app/console/today/today-answer.ts";
import { Waiting } from "#app/console/today/waiting.tsx";

const NOW = Date.parse("2026-12-01T10:30:00+05:30");
const CALM: TodayAnswer = {
  now: NOW,
  attempts: [],
  waiting: {
    ...{ orders: 0, held: 0, undelivered: 0, paid_late: 0, refunds: 0, partly: 0, partly_since: 0, supply: 0 },
    ...{ mail: 0, mail_since: null },
  },
  stock: { low: 0, products: [] },
  suppliers: [],
  money: null,
};
const show = (today: TodayAnswer) =>
  renderToStaticMarkup(<Waiting brand={{ id: "a", name: "A", permissions: [] }} today={today} />);

test("a brand is calm only where no order, mail, card or supplier needs somebody", () => {
  expect(show(CALM)).toContain("Nothing. Every paid order");
  const { waiting } = CALM;
  for (const today of [
    { ...CALM, waiting: { ...waiting, orders: 1, held: 1 } },
    { ...CALM, waiting: { ...waiting, mail: 1, mail_since: NOW } },
    { ...CALM, stock: { low: 1, products: [{ sku: "s", name: "Card", stock: 0 }] } },
    { ...CALM, suppliers: [{ name: "s", is_low: 1, problem: null }] },
  ])
    expect(show(today)).not.toContain("Nothing.");
});

test("mail that does not leave is told with the time since when the oldest waits", () => {
  const html = show({ ...CALM, waiting: { ...CALM.waiting, mail: 1, mail_since: NOW } });
  expect(html).toContain("1 mail does not leave. The oldest has waited since <time");
  expect(html).toContain("1 Dec 2026, 10:30 am</time>.");
});
