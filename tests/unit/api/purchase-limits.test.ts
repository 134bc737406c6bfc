import { expect, test } from "vitest";
import { mailboxKey, payerKey } from "../../../api/domain/purchase-keys.ts";
import { isBeyondLimits, isToBeReviewed } from "../../../api/domain/purchase-limits.ts";
import { createTenantKeys } from "../../../api/keys.ts";

const limits = {
  ordersPerDay: 3,
  rupeesPerDay: 1000,
  reviewAccountsYoungerThanHours: 24,
  reviewFirstOrderAboveRupees: 500,
};
const HOUR_MS = 3_600_000;

test.each([
  { ordersOfDay: 2, totalOfDay: 60_000, total: 40_000, isBeyond: false },
  { ordersOfDay: 2, totalOfDay: 60_000, total: 40_001, isBeyond: true },
  { ordersOfDay: 3, totalOfDay: 0, total: 1, isBeyond: true },
  { ordersOfDay: 0, totalOfDay: 0, total: 100_001, isBeyond: true },
])(
  "the limits themselves can be reached: $ordersOfDay orders, $totalOfDay and $total paise",
  ({ isBeyond, ...rest }) => {
    const { total, ...purchases } = rest;
    expect(isBeyondLimits({ limits }, { ...purchases, hasBoughtBefore: true }, total)).toBe(isBeyond);
  },
);

test.each([
  { accountAgeMs: 24 * HOUR_MS - 1, total: 1, hasBoughtBefore: true, isHeld: true },
  { accountAgeMs: 24 * HOUR_MS, total: 50_000, hasBoughtBefore: false, isHeld: false },
  { accountAgeMs: 24 * HOUR_MS, total: 50_001, hasBoughtBefore: false, isHeld: true },
  { accountAgeMs: 24 * HOUR_MS, total: 50_001, hasBoughtBefore: true, isHeld: false },
])("an order is reviewed by the account's age and the first total: %o", ({ isHeld, ...order }) => {
  expect(isToBeReviewed({ limits }, order)).toBe(isHeld);
});

test("one mailbox or payer has one key, which differs by brand and kind and says nothing of the name", () => {
  const dataKeys = [{ id: "1", bytes: Buffer.alloc(32, 1) }];
  const [acme, globex] = [createTenantKeys(dataKeys, "acme"), createTenantKeys(dataKeys, "globex")];
  expect(mailboxKey(acme, "A.sha+1@gmail.com")).toBe(mailboxKey(acme, "asha@googlemail.com"));
  expect(payerKey(acme, " Asha@Upi ")).toBe(payerKey(acme, "asha@upi"));
  const keys = [mailboxKey(acme, "asha@upi"), payerKey(acme, "asha@upi"), mailboxKey(globex, "asha@upi")];
  expect(new Set(keys).size).toBe(3);
  expect(keys.join()).not.toContain("asha");
});
