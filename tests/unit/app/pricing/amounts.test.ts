import { describe, expect, test } from "vitest";

import { ALL_COINS, clampDenomination, clampQuantity, denominationProblem, priceCart } from "#app/pricing/amounts.ts";
import { describeChange, describeProblem } from "#app/texts/amount-texts.ts";

describe("the coin discount [MON-02]", () => {
  test.each([
    // total, balance -> discount, coins used, to pay, coins needed
    [50_000, 5_000, { discount: 5_000, coinsUsed: 5_000, toPay: 45_000, coinsNeeded: 50, isEligible: true }],
    [50_000, 4_999, { discount: 5_000, coinsUsed: 0, toPay: 50_000, coinsNeeded: 50, isEligible: false }],
    [29_999, 2_999, { discount: 2_999, coinsUsed: 2_999, toPay: 27_000, coinsNeeded: 30, isEligible: true }],
    [29_999, 2_998, { discount: 2_999, coinsUsed: 0, toPay: 29_999, coinsNeeded: 30, isEligible: false }],
    [9, 0, { discount: 0, coinsUsed: 0, toPay: 9, coinsNeeded: 0, isEligible: true }],
    [0, 1_000, { discount: 0, coinsUsed: 0, toPay: 0, coinsNeeded: 0, isEligible: false }],
  ])("is for %d paise with %d hundredths", (total, balance, expected) => {
    expect(priceCart(total, balance, 10, ALL_COINS)).toMatchObject(expected);
    expect(priceCart(total, balance, 10, 0)).toMatchObject({ coinsUsed: 0, toPay: total });
  });

  test.each([
    [80_000, 7_050, { discount: 7_050, coinsUsed: 7_050, toPay: 72_950, isEligible: true }],
    [80_000, 9_000, { discount: 8_000, coinsUsed: 8_000, toPay: 72_000, isEligible: true }],
    [80_000, 0, { discount: 0, coinsUsed: 0, toPay: 80_000, isEligible: false, coinsNeeded: 1 }],
    [80_000, -500, { discount: 0, coinsUsed: 0, toPay: 80_000, isEligible: false }],
  ])("covers a part of %d paise with %d hundredths, if that is allowed", (total, balance, expected) => {
    expect(priceCart(total, balance, 10, ALL_COINS, true)).toMatchObject({ mostCoins: 8_000, ...expected });
    expect(priceCart(total, balance, 10, 0, true)).toMatchObject({ coinsUsed: 0, toPay: total });
  });

  test.each([
    [1, 1],
    [2_050, 2_050],
    [8_000, 8_000],
    [8_001, 8_000],
    [ALL_COINS, 8_000],
  ])("uses %d hundredths if the shopper wants that many", (wanted, coinsUsed) => {
    expect(priceCart(80_000, 9_000, 10, wanted, true)).toMatchObject({ coinsUsed, toPay: 80_000 - coinsUsed });
  });

  test("cash and coins add up to the total, for every total, balance and percentage", () => {
    const wrong: number[][] = [];
    for (let total = 0; total < 30_000; total += 7) {
      for (const percent of [1, 10, 33, 100]) {
        for (const balance of [0, Math.floor((total * percent) / 100), 1e9]) {
          const { toPay, coinsUsed } = priceCart(total, balance, percent, ALL_COINS);
          if (toPay + coinsUsed !== total || toPay < 0 || coinsUsed > balance || coinsUsed * 100 > total * percent)
            wrong.push([total, percent, balance]);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

const steps = [100, 250, 500].map((rupees, index) => ({ id: String(index), min: rupees * 100, max: rupees * 100 }));
const mixed = [...steps, { id: "r", min: 100_000, max: 500_000 }];

describe("the amount [C-16]", () => {
  test.each([
    [null, 10_000],
    [0, 10_000],
    [10_000, 10_000],
    [17_400, 10_000],
    [17_500, 10_000], // as near to both: the lower one
    [17_600, 25_000],
    [74_999, 50_000],
    [75_000, 50_000],
    [75_001, 100_000],
    [123_456, 123_456],
    [9e9, 500_000],
  ])("%j becomes %d", (typed, amount) => {
    expect(clampDenomination(typed, mixed)).toBe(amount);
  });

  test("a product without amounts cannot be bought", () => {
    expect(clampDenomination(10_000, [])).toBe(0);
  });
});

test.each([
  [9_999, "Changed to 10000, the least for this card"],
  [9e9, "Changed to 500000, the most for this card"],
  [17_600, "Changed to 25000, the nearest amount for this card"],
  [null, "Changed to 10000: type the amount as a number, such as 500"],
  [123_456, null],
  [10_000, null],
])("changes an amount of %j with the message %j", (typed, text) => {
  expect(describeChange(typed, mixed, String)).toBe(text);
  expect(describeChange(typed, [], String)).toBeNull();
});

test.each([
  [9_900, {}, "Value is less than the minimum allowed amount of 100"],
  [500_100, {}, "Exceeds the maximum allowed amount of 5000"],
  [60_000, {}, null],
  [10_000, {}, null],
  [500_000, {}, null],
  [25_000, { min: 25_000, max: 25_000 }, null],
  [50_000, { min: 20_000, max: 30_000 }, "Value must be between global price range 200 and 300"],
  [10_000, { min: 20_000, max: 30_000 }, "Value must be between global price range 200 and 300"],
  [25_000, { min: 20_000, max: 30_000 }, null],
])("checks %d paise within %j: %j [C-09]", (amount, range, text) => {
  const problem = denominationProblem(amount, mixed, range);
  expect(problem && describeProblem(problem)).toBe(text);
});

test.each([
  ["", 1],
  ["0", 1],
  ["-1", 1],
  ["1.5", 1],
  ["1e3", 1],
  ["0x10", 1],
  [" 5 ", 5],
  ["999", 999],
  ["1000", 999],
  ["9".repeat(20), 999],
  [null, 1],
  [["5"], 1],
  [true, 1],
  ["٥", 5],
  ["१२", 12],
])("reads a quantity of %j as %d [INP-03]", (typed, quantity) => {
  expect(clampQuantity(typed)).toBe(quantity);
});
