import { expect, test } from "vitest";

import { isFailed, lastTryOf, refuseUnnamed, waitingRefunds } from "../../../../api/refunds/waiting-refunds.ts";
import type { PaymentRefund } from "../../../../api/repositories/refunds/payment-refunds.ts";

/** A try to pay an order's first refund. */
const tryOf = (id: string, change: Partial<PaymentRefund>) =>
  ({ id, state: "failed", reason: "order", gateway_payment_id: "pay_1", refund_number: 1, ...change }) as PaymentRefund;

const FAILED = tryOf("first", {});

test.each<[string, Partial<PaymentRefund>]>([
  ["the gateway has made by itself", { reason: "by_gateway" }],
  ["gives a second payment back", { gateway_payment_id: "pay_2" }],
  ["has another number", { refund_number: 2 }],
])("a failed refund waits although the order has one that %s", (_what, other) => {
  const refunds = [FAILED, tryOf("other", { ...other, state: "done" })];
  expect(waitingRefunds(refunds)).toEqual([FAILED]);
  expect(lastTryOf(refunds, "first").id).toBe("first");
});

test("only the last of several failed tries waits, and none once another try is under way", () => {
  const [second, under] = [tryOf("second", {}), tryOf("third", { state: "pending" })];
  expect([FAILED, second].map((refund) => isFailed(refund, [FAILED, second]))).toEqual([false, true]);
  expect(lastTryOf([FAILED, second], "first")).toBe(second);
  expect(waitingRefunds([FAILED, { ...under, next_try_at: 1 }])).toEqual([]);
  expect(waitingRefunds([FAILED, { ...under, next_try_at: null }])).toHaveLength(1);
});

test("the try that has not failed represents a refund, in any order of two tries at the same time", () => {
  const done = tryOf("second", { state: "done" });
  for (const refunds of [
    [FAILED, done],
    [done, FAILED],
  ])
    for (const { id } of refunds) expect(lastTryOf(refunds, id)).toBe(done);
  expect(() => lastTryOf([FAILED], "second")).toThrow("this order has no refund second");
});

test("a refund can be paid by hand without its id if no other refund of the order is due", () => {
  const byGateway = tryOf("other", { reason: "by_gateway" });
  expect(() => refuseUnnamed([byGateway, FAILED, tryOf("second", {})])).not.toThrow();
  expect(() => refuseUnnamed([FAILED, tryOf("other", { refund_number: 2 })])).toThrow(/has several refunds/);
});
