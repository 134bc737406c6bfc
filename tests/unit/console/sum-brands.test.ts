import { expect, test } from "vitest";

import { sumBrands } from "#console/today/sum-brands.ts";
import type { TodayMoney, TodayResponse } from "#console/today/today-response.ts";

const NOW = Date.parse("2026-12-01T10:30:00+05:30");

const moneyOf = (amount: number, outstanding: number, isBehind = false): TodayMoney => ({
  sales: {
    points: [
      { begins_at: NOW, orders: 1, amount, coins: 5 },
      { begins_at: NOW - 30 * 60 * 60_000, orders: 2, amount: 10 * amount, coins: 0 },
    ],
    isBehind,
  },
  methods: [],
  refunds: { orders: 0, amount: 0, coins: 0 },
  suppliers: [],
  coins: { outstanding, lapsing: outstanding - 1 },
  gateway: { kind: "sandbox", notified_at: null, comparison: null },
});

const answer = (money: TodayMoney | null, tried: number, paid: number): TodayResponse => ({
  now: NOW,
  attempts: [
    { gateway: "sandbox", tried, paid },
    { gateway: "razorpay", tried: 1, paid: 1 },
  ],
  selling_stop: null,
  backup_at: null,
  low_payments: null,
  waiting: {
    orders: 4,
    held: 4,
    undelivered: 0,
    paid_late: 0,
    refunds: 2,
    partly: 0,
    partly_since: 0,
    supply: 0,
    disputes: 0,
    respond_by: null,
    mail: 0,
    mail_since: null,
    second: { money: 0, coins: 0, coupons: 0 },
  },
  stock: { low: 3, products: [] },
  suppliers: [],
  money,
});
const brand = (id: string) => ({ id, name: id, permissions: [] });

test("totals include the brands whose money the member may read, and the others are listed without figures", () => {
  const { rows, sales, attempts, silent } = sumBrands(
    [
      { brand: brand("a"), today: answer(moneyOf(100, 7), 3, 1) },
      { brand: brand("b"), today: answer(moneyOf(20, 8, true), 0, 0) },
      { brand: brand("c"), today: answer(null, 9, 8) },
      { brand: brand("d"), today: null },
    ],
    "day",
    NOW,
  );
  expect(sales).toMatchObject({ total: { orders: 2, amount: 120, coins: 10 }, before: { orders: 4, amount: 1_200 } });
  expect(sales).toMatchObject({ brands: 2, coins: { outstanding: 15, lapsing: 13 }, isBehind: true });
  expect(sales!.buckets.at(-1)).toMatchObject({ orders: 2, amount: 120 });
  expect(attempts).toEqual({ tried: 15, paid: 12 });
  expect(silent).toBe(1);
  expect(
    rows.map(({ isSilent, sales: own, coins, needs, low }) => [
      isSilent,
      own?.total.amount,
      coins?.outstanding,
      needs?.total,
      low,
    ]),
  ).toEqual([
    [false, 100, 7, 4, 3],
    [false, 20, 8, 4, 3],
    [false, undefined, undefined, 4, 3],
    [true, undefined, undefined, undefined, null],
  ]);
});

test("a brand needs attention for its orders, low or silent suppliers, stuck mail, and differences", () => {
  const needsOf = (change: Partial<TodayResponse>) =>
    sumBrands([{ brand: brand("a"), today: { ...answer(null, 0, 0), ...change } }], "day", NOW).rows[0]!.needs;
  const { waiting } = answer(null, 0, 0);
  const compared = (comparison: TodayMoney["gateway"]["comparison"]) => ({
    money: { ...moneyOf(0, 0), gateway: { kind: "razorpay", notified_at: null, comparison } },
  });
  expect(needsOf({ waiting: { ...waiting, orders: 0 } })).toEqual({ orders: 0, others: [], total: 0 });
  expect(needsOf(compared({ ended_at: 1, problem: null, differences: 0 }))).toEqual({
    orders: 4,
    others: [],
    total: 4,
  });
  expect(
    needsOf({
      waiting: { ...waiting, mail: 12, mail_since: 1 },
      suppliers: [
        { name: "woohoo", is_low: 1, problem: null },
        { name: "reloadly", is_low: 0, problem: "it answers 500" },
      ],
      ...compared({ ended_at: 1, problem: "it answers 500", differences: 1 }),
    }),
  ).toEqual({
    orders: 4,
    others: [
      "woohoo is low",
      "reloadly does not answer",
      "12 mails do not leave",
      "1 difference with the gateway",
      "the comparison with the gateway stopped",
    ],
    total: 4 + 2 + 12 + 1 + 1,
  });
});

test("totals of no brands are empty", () => {
  expect(sumBrands([], "week", NOW)).toMatchObject({ rows: [], sales: null, silent: 0 });
});
