import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { findNeeds } from "#console/today/find-needs.ts";
import type { TodayResponse } from "#console/today/today-response.ts";
import { Waiting } from "#console/today/waiting.tsx";

const NOW = Date.parse("2026-12-01T10:30:00+05:30");
const DAY = 24 * 60 * 60_000;
const CALM: TodayResponse = {
  now: NOW,
  attempts: [],
  selling_stop: null,
  backup_at: null,
  low_payments: null,
  waiting: {
    orders: 0,
    held: 0,
    undelivered: 0,
    paid_late: 0,
    refunds: 0,
    partly: 0,
    partly_since: 0,
    supply: 0,
    disputes: 0,
    respond_by: null,
    mail: 0,
    mail_since: null,
    second: { money: 0, coins: 0, coupons: 0 },
  },
  stock: { low: 0, products: [] },
  suppliers: [],
  money: null,
};
const show = (today: TodayResponse) =>
  renderToStaticMarkup(<Waiting brand={{ id: "a", name: "A", permissions: [] }} today={today} />);

test("a brand has no open tasks only if no order, mail, card or supplier needs attention", () => {
  expect(show(CALM)).toContain("Nothing. Every paid order");
  const { waiting } = CALM;
  for (const today of [
    { ...CALM, waiting: { ...waiting, orders: 1, held: 1 } },
    { ...CALM, waiting: { ...waiting, disputes: 1 } },
    { ...CALM, waiting: { ...waiting, mail: 1, mail_since: NOW } },
    { ...CALM, waiting: { ...waiting, second: { money: 0, coins: 0, coupons: 1 } } },
    { ...CALM, stock: { low: 1, products: [{ sku: "s", name: "Card", stock: 0 }] } },
    { ...CALM, suppliers: [{ name: "s", is_low: 1, problem: null }] },
    { ...CALM, low_payments: { recent: { tried: 10, paid: 0 }, usual: null } },
    { ...CALM, backup_at: NOW - 3 * DAY },
  ])
    expect(show(today)).not.toContain("Nothing.");
});

test("disputes are counted with the first deadline", () => {
  const html = show({ ...CALM, waiting: { ...CALM.waiting, disputes: 2, respond_by: NOW } });
  expect(html).toContain("2 disputes wait for an answer, the first until <time");
});

test("requests for a second member are counted, with a link for members who may read them", () => {
  const today = { ...CALM, waiting: { ...CALM.waiting, second: { money: 2, coins: 1, coupons: 3 } } };
  expect(show(today)).toContain("<li>2 refunds and payments wait for a second member</li>");
  expect(show(today)).toContain("<li>1 grant of coins waits for a second member</li>");
  expect(show(today)).toContain("<li>3 sets of coupons wait for a second member</li>");
  const brand = { id: "a", name: "A", permissions: ["money.read"] };
  const html = renderToStaticMarkup(<Waiting brand={brand} today={today} />);
  expect(html).toContain('<a href="/brands/a/money-requests">2 refunds and payments');
  expect(findNeeds(today)).toMatchObject({ total: 6 });
});

test("stuck mail is shown with the time of the oldest one", () => {
  const html = show({ ...CALM, waiting: { ...CALM.waiting, mail: 1, mail_since: NOW } });
  expect(html).toContain("1 mail does not leave. The oldest has waited since <time");
  expect(html).toContain("1 Dec 2026, 10:30 am</time>.");
});

test("payments that stop to succeed are shown beside the usual share, and an old backup with its time", () => {
  const recent = { tried: 20, paid: 3 };
  const low = { ...CALM, low_payments: { recent, usual: { tried: 200, paid: 150 } } };
  expect(show(low)).toContain("3 of 20 attempts to pay in the last hour were paid. 75 % usually are.");
  expect(show({ ...CALM, low_payments: { recent, usual: null } })).toContain("in the last hour were paid.</li>");
  expect(findNeeds(low).others).toEqual(["fewer payments succeed than usual"]);

  const old = { ...CALM, backup_at: NOW - 2 * DAY - 1 };
  expect(show(old)).toContain("The last backup began on <time");
  expect(findNeeds(old).others).toEqual(["the last backup is old"]);
  expect(findNeeds({ ...CALM, backup_at: NOW - 2 * DAY }).total).toBe(0);
});
