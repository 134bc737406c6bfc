import { expect, test } from "vitest";

import { createTenantKeys } from "../../../../api/domain/keys.ts";
import { mailboxKey, payerKey } from "../../../../api/domain/purchase-keys.ts";
import {
  findUnusual,
  isBeyondLimits,
  isYoungAccount,
  type ReviewReason,
} from "../../../../api/domain/purchase-limits.ts";
import { TenantSchema } from "../../../../config/brand/schema.ts";

const HOUR_MS = 3_600_000;
const limits = {
  ordersPerDay: 3,
  rupeesPerDay: 1000,
  reviewAccountsYoungerThanHours: 24,
  reviewFirstOrderAboveRupees: 500,
  reviewAboveTimesLargest: 3,
  reviewHistoryDays: 7,
  reviewOrdersPerHour: 2,
  reviewOrdersPerWeek: 5,
  reviewRupeesPerWeek: 900,
  rupeesAlonePerDay: 0,
};

test.each([
  { ordersOfDay: 2, totalOfDay: 60_000, total: 40_000, isBeyond: false },
  { ordersOfDay: 2, totalOfDay: 60_000, total: 40_001, isBeyond: true },
  { ordersOfDay: 3, totalOfDay: 0, total: 1, isBeyond: true },
  { ordersOfDay: 0, totalOfDay: 0, total: 100_001, isBeyond: true },
])(
  "allows exactly the limits: $ordersOfDay orders, $totalOfDay and $total paise",
  ({ isBeyond, total, ...purchases }) => {
    expect(isBeyondLimits({ limits }, purchases, total)).toBe(isBeyond);
  },
);

test("treats an account as young until its last hour is over", () => {
  expect([24 * HOUR_MS - 1, 24 * HOUR_MS].map((age) => isYoungAccount({ limits }, age))).toEqual([true, false]);
});

type Bought = { largestBefore?: number; ordersOfHour?: number; ordersOfWeek?: number; totalOfWeek?: number };

test.each<[number, Bought, ReviewReason | null]>([
  [50_000, {}, null],
  [50_001, {}, "large"],
  [50_001, { largestBefore: 16_667 }, null],
  [50_002, { largestBefore: 16_667 }, "large"],
  [50_000, { largestBefore: 1 }, null],
  [1, { ordersOfHour: 1 }, null],
  [1, { ordersOfHour: 2 }, "many_in_hour"],
  [1, { ordersOfWeek: 4 }, null],
  [1, { ordersOfWeek: 5 }, "many_in_week"],
  [30_000, { totalOfWeek: 60_000 }, null],
  [30_001, { totalOfWeek: 60_000 }, "much_in_week"],
])(
  "decides whether an order of %i paise after %j is unusual: %s",
  (total, { largestBefore = 0, ...bought }, reason) => {
    const unreviewed = { ordersOfHour: 0, ordersOfWeek: 0, totalOfWeek: 0, ...bought };
    expect(findUnusual({ limits }, { largestBefore, unreviewed }, total)).toBe(reason);
  },
);

test("with the defaults, an order of ₹250 does not exempt an order of ₹64,500 from review, even a week later", () => {
  const { limits } = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"] });
  const unreviewed = { ordersOfHour: 1, ordersOfWeek: 1, totalOfWeek: 25_000 };
  expect(findUnusual({ limits }, { largestBefore: 0, unreviewed }, 1_000_000)).toBeNull();
  for (const largestBefore of [0, 25_000]) {
    expect(findUnusual({ limits }, { largestBefore, unreviewed }, 6_450_000)).toBe("large");
  }
});

test("gives a mailbox or payer one key, which differs by brand and kind and does not reveal the name", () => {
  const dataKeys = [{ id: "1", bytes: Buffer.alloc(32, 1) }];
  const [acme, globex] = [createTenantKeys(dataKeys, "acme"), createTenantKeys(dataKeys, "globex")];
  expect(mailboxKey(acme, "A.sha+1@gmail.com")).toBe(mailboxKey(acme, "asha@googlemail.com"));
  expect(payerKey(acme, " Asha@Upi ")).toBe(payerKey(acme, "asha@upi"));
  const keys = [mailboxKey(acme, "asha@upi"), payerKey(acme, "asha@upi"), mailboxKey(globex, "asha@upi")];
  expect(new Set(keys).size).toBe(3);
  expect(keys.join()).not.toContain("asha");
});
