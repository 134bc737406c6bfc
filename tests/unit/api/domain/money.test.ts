import { describe, expect, test } from "vitest";

import { readDenominations } from "../../../../api/domain/denominations.ts";
import {
  MAX_TOTAL_PAISE,
  parseRupees,
  parseRupeeText,
  parseWireRupees,
  quote,
  splitRefund,
  toRupees,
} from "../../../../api/domain/pricing.ts";

/** Whole numbers up to `below`, the same ones each time (mulberry32). */
function* numbers(count: number, below: number) {
  let state = 20260115;
  for (let i = 0; i < count; i++) {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    yield ((t ^ (t >>> 14)) >>> 0) % below;
  }
}

describe("money", () => {
  test("every amount of paise survives the wire [MON-01]", () => {
    const lost = [...numbers(200_000, MAX_TOTAL_PAISE)].filter(
      (paise) => parseRupees(JSON.parse(JSON.stringify(toRupees(paise)))) !== paise,
    );
    expect(lost).toEqual([]);
  });

  test("accepts zero and the largest amount, and refuses more [MON-01]", () => {
    const most = toRupees(MAX_TOTAL_PAISE);
    expect([0, most, most + 0.01, most * 2].map(parseRupees)).toEqual([0, MAX_TOTAL_PAISE, undefined, undefined]);
  });

  test.each([-0.01, -5, 0.001, 1.005, 449.999, NaN, Infinity, -Infinity, 1e15, "5", null, undefined, [5], true, {}])(
    "refuses %j as an amount [MON-01]",
    (value) => expect(parseRupees(value)).toBeUndefined(),
  );

  test.each([
    ["250", 25_000],
    ["0.01", 1],
    ["99.5", 9_950],
    ["0250.05", 25_005],
    ["1000000", MAX_TOTAL_PAISE],
  ])("reads %j as an amount that a person wrote [MON-01]", (text, paise) => expect(parseRupeeText(text)).toBe(paise));

  const UNCLEAR = [
    "1e3",
    "0x10",
    "1.000",
    "99.505",
    "1,00",
    "10,00,0",
    "1 000",
    "-5",
    "+5",
    "5.",
    ".5",
    "",
    "Infinity",
  ];
  test.each([...UNCLEAR, "0", "0.00", "1000000.01", "9".repeat(400)])("refuses %j from a person [MON-01]", (text) =>
    expect(parseRupeeText(text)).toBeUndefined(),
  );

  test.each([
    ["500", 50_000],
    ["99.5", 9_950],
    [" 100.0000 ", 10_000],
    ["0", 0],
    ["100.005", undefined],
    ["1e3", undefined],
    ["-5", undefined],
  ])("reads %j of a remote system as %j paise [MON-01]", (text, paise) => expect(parseWireRupees(text)).toBe(paise));

  test("reads the amounts and ranges that an editor types [MON-01]", () => {
    expect(readDenominations("₹250, 500;99.50\n200 – ₹5000")).toEqual([
      ...[25_000, 50_000, 9_950].map((paise) => ({ min: paise, max: paise })),
      { min: 20_000, max: 500_000 },
    ]);
  });

  test.each([
    ["1,00,500", [1_00_500]],
    ["500/-", [500]],
    ["Rs. 500, INR 1000", [500, 1000]],
    ["₹500", [500]],
    ["200 to 5,000", [[200, 5000]]],
    ["200-1,500", [[200, 1500]]],
    ["500/- - 600/-", [[500, 600]]],
    ["250,500,1000", [250, 500, 1000]],
    ["250,500", [250, 500]],
    ["१००, २००", [100, 200]],
    ["1,00,000.50", [100_000.5]],
    ["250,\n500,", [250, 500]],
  ])("reads %j as the amounts %j of a product", (text, rupees) =>
    expect(readDenominations(text)).toEqual(
      rupees.map((one) => [one].flat().map((amount) => amount * 100)).map(([min, max = min]) => ({ min, max })),
    ),
  );

  test.each([
    ["1,500", '"1,500" can be ₹1,500.00, or ₹1.00 and ₹500.00. Write 1500, or 1; 500.'],
    ["१२,५००", '"12,500" can be ₹12,500.00, or ₹12.00 and ₹500.00. Write 12500, or 12; 500.'],
    ["１，５００", '"1,500" can be'],
    ["1,\u200b500", '"1,500" can be'],
    ["250, 10,500", '"10,500" can be ₹10,500.00, or ₹10.00 and ₹500.00. Write 10500, or 10; 500.'],
  ])("refuses %j, which can be read in two ways", (text, problem) =>
    expect(readDenominations(text)).toEqual(expect.stringContaining(problem)),
  );

  test.each(["1e3", "0x10", "-500", "500-", "1-2-3", "0-5", "5-0", "none", "1.005"])(
    "refuses %j as amounts of a product [MON-01]",
    (text) => expect(readDenominations(text)).toMatch(/is not an amount/),
  );

  test("cash and coins add up to the total exactly, and coins never exceed their percentage [MON-01] [MON-02]", () => {
    const wrong = [...numbers(200_000, MAX_TOTAL_PAISE)].filter((total) => {
      const { coins } = quote(total, 10, Number.MAX_SAFE_INTEGER);
      return !Number.isInteger(coins) || coins * 10 > total || coins * 10 + 10 <= total;
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    [99_950, 9_995, true, 100],
    [99_950, 9_994, false, 100],
    [99_959, 9_995, true, 100],
    [100_000, 10_000, true, 100],
    [100_010, 10_001, true, 101],
    [9, 0, false, 0],
    [0, 5_000, false, 0],
  ])(
    "a total of %i paise with %i hundredths: eligible %s, needs %i [MON-02]",
    (total, balance, isEligible, coinsNeeded) => {
      expect(quote(total, 10, balance)).toMatchObject({ isEligible, coinsNeeded });
    },
  );

  test("splits a refund as the order was paid, and the parts add up [MON-01]", () => {
    const [totals, parts] = [[...numbers(50_000, 10_000_000)], [...numbers(50_000, 1_000)]];
    const wrong = totals.filter((size, i) => {
      const total = size + 1;
      const coins = Math.floor(total / 10);
      const unserved = Math.floor((total * parts[i]!) / 999);
      const back = splitRefund({ total, coins }, unserved);
      return back.amount + back.coins !== unserved || back.coins > coins || back.amount > total - coins;
    });
    expect(wrong).toEqual([]);
    expect(splitRefund({ total: 1000, coins: 100 }, 1000)).toEqual({ amount: 900, coins: 100 });
    expect(splitRefund({ total: 0, coins: 0 }, 0)).toEqual({ amount: 0, coins: 0 });
  });

  test("splits several refunds so that they add up to one of their sum [MON-01]", () => {
    const [totals, parts] = [[...numbers(5_000, 10_000_000)], [...numbers(5_000, 1_000)]];
    const wrong = totals.filter((size, i) => {
      const total = size + 1;
      const order = { total, coins: Math.floor(total / (1 + (i % 11))) };
      let [back, left] = [{ amount: 0, coins: 0 }, total];
      for (let step = 0; left > 0; step++) {
        const value = step === 5 ? left : Math.min(left, Math.ceil((left * (parts[(i + step) % 5_000]! + 1)) / 1_000));
        const next = splitRefund(order, value, back);
        if (next.amount < 0 || next.coins < 0 || next.amount + next.coins !== value) return true;
        back = { amount: back.amount + next.amount, coins: back.coins + next.coins };
        left -= value;
        const once = splitRefund(order, total - left);
        if (once.amount !== back.amount || once.coins !== back.coins) return true;
      }
      return back.coins !== order.coins || back.amount !== total - order.coins;
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    [5, { amount: 5, coins: 0 }],
    [9, { amount: 9, coins: 0 }],
    [10, { amount: 9, coins: 1 }],
    [19, { amount: 18, coins: 1 }],
    [995, { amount: 896, coins: 99 }],
  ])("refunds the indivisible paisa of %i paise in cash [MON-01]", (unserved, back) => {
    expect(splitRefund({ total: 1000, coins: 100 }, unserved)).toEqual(back);
  });
});
