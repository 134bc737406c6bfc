import { describe, expect, test } from "vitest";

import {
  canMove,
  historyStatus,
  judgeReceived,
  newestThatFit,
  ORDER_STATUSES,
  type OrderStatus,
  UNFULFILLED,
  wireStatus,
} from "../../../../api/domain/orders.ts";

const AMOUNT = 90_000;
const received = (change: object = {}) => ({ amount: AMOUNT, currency: "INR", ...change });

/** Where an order ends that hears of this one after the other; the coins are always there again. */
function play(history: ("success" | "failed" | "pending")[], status: OrderStatus = "pending") {
  for (const event of history) {
    if (event === "failed" && canMove(status, "failed")) status = "failed";
    if (event !== "success") continue;
    const outcome = judgeReceived({ status, amount: AMOUNT }, received());
    if (outcome === "double") continue;
    expect(canMove(status, outcome as OrderStatus)).toBe(true);
    status = outcome as OrderStatus;
  }
  return status;
}

describe("the order's state machine", () => {
  test("moves forward only: no status can be reached from itself [PAY-03]", () => {
    const reachable = (from: OrderStatus, seen = new Set<OrderStatus>()): Set<OrderStatus> => {
      for (const to of ORDER_STATUSES) {
        if (!canMove(from, to) || seen.has(to)) continue;
        seen.add(to);
        reachable(to, seen);
      }
      return seen;
    };
    for (const status of ORDER_STATUSES) expect([...reachable(status)]).not.toContain(status);
    expect(reachable("pending").size).toBe(ORDER_STATUSES.length - 1);
    expect([...reachable("completed"), ...reachable("refund_due")]).toEqual([]);
  });

  test("ends paid for any order of reports that includes a success [PAY-03] [PAY-05]", () => {
    const results = ["success", "failed", "pending"] as const;
    const histories = results.flatMap((a) =>
      results.flatMap((b) => results.flatMap((c) => results.map((d) => [a, b, c, d]))),
    );
    for (const history of histories) {
      const end = play(history);
      if (history.includes("success")) expect(["paid", "paid_late"]).toContain(end);
      else expect(end).toBe(history.includes("failed") ? "failed" : "pending");
    }
  });

  test.each(ORDER_STATUSES)("refuses a wrong amount or currency for an order that is %s [PAY-04]", (status) => {
    for (const change of [
      { amount: AMOUNT - 1 },
      { amount: AMOUNT + 1 },
      { amount: 0 },
      { currency: "USD" },
      { currency: "inr" },
    ]) {
      expect(judgeReceived({ status, amount: AMOUNT }, received(change))).toBe("mismatch");
    }
  });

  test.each(ORDER_STATUSES)("never drops money for an order that is %s [PAY-05]", (status) => {
    const outcome = judgeReceived({ status, amount: AMOUNT }, received());
    const expected = { pending: "paid", expired: "paid_late", failed: "paid_late" }[status as string] ?? "double";
    expect(outcome).toBe(expected);
  });

  test("lets an unpaid order owe money, whether it is open, expired or failed [PAY-04]", () => {
    const owing = ORDER_STATUSES.filter((status) => canMove(status, "refund_due"));
    expect(owing).toEqual(expect.arrayContaining(["pending", "expired", "failed"]));
  });

  test.each([
    ["paid", "success", "Pending"],
    ["fulfilling", "success", "Pending"],
    ["paid_late", "success", "Pending"],
    ["completed", "success", "Completed"],
    ["pending", "PAYMENT_PENDING", "Pending"],
    ["expired", "PAYMENT_EXPIRED", "Expired"],
    ["failed", "PAYMENT_FAILED", "Failed"],
    ["refund_due", "REFUND_DUE", "Refund due"],
  ] as [OrderStatus, string, string][])(
    "shows %s as %s on the wire and %s in the history [W-20] [W-17]",
    (status, wire, history) => {
      expect(wireStatus({ status, declined_at: null })).toBe(wire);
      expect(historyStatus({ status, review: null })).toBe(history);
      expect(historyStatus({ status, review: "held" })).toBe(UNFULFILLED.includes(status) ? "Being checked" : history);
    },
  );

  test("shows a declined order that still waits as failed", () => {
    expect(wireStatus({ status: "pending", declined_at: 1 })).toBe("PAYMENT_FAILED");
    expect(wireStatus({ status: "completed", declined_at: 1 })).toBe("success");
  });
});

test("limits the history to the newest orders whose cards fit one answer, and always returns one order [RES-05]", () => {
  const fit = (...quantities: number[]) =>
    newestThatFit(
      quantities.map((_, index) => ({ id: `o${index}` })),
      quantities.flatMap((quantity, index) => [
        { order_id: `o${index}`, quantity: quantity - 1 },
        { order_id: `o${index}`, quantity: 1 },
      ]),
    ).length;
  expect([fit(2_000, 2_000, 1_000), fit(2_000, 2_000, 1_001, 1), fit(9_000), fit(9_000, 1), fit()]).toEqual([
    3, 2, 1, 1, 0,
  ]);
});
