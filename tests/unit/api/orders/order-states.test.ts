import { expect, test } from "vitest";

import { tellStates } from "../../../../api/orders/order-states.ts";

// What rows an order leaves in each course of its life is in settle-payment.ts, expire-order.ts and fulfil-order.ts.

type Known = Parameters<typeof tellStates>[0];
type Rows = { [Part in keyof Known]?: unknown };

const tell = (order: Partial<Known["order"]>, rows: Rows = {}) =>
  tellStates({
    order: { status: "completed", created_at: 100, updated_at: 900, expires_at: 500, declined_at: null, ...order },
    events: [],
    receipt: undefined,
    coinEntries: [],
    supplyOrders: [],
    cards: [],
    ...rows,
  } as Known).map(({ at, state, detail }) => [at, state, detail !== ""]);

const paid = { outcome: "paid", received_at: 200 };
const late = { outcome: "paid_late", received_at: 600 };
const failed = { outcome: "failed", received_at: 300 };

test("lists the times of payment, of the latest start of delivery, and of completion", () => {
  const rows = {
    events: [{ outcome: "ignored", received_at: 150 }, paid],
    cards: [{ issued_at: 420 }, { issued_at: 410 }],
  };
  const states = [
    [200, "paid", false],
    [410, "fulfilling", true],
    [900, "completed", false],
  ];
  expect(tell({}, rows)).toEqual(states);
  expect(tell({}, { ...rows, supplyOrders: [{ created_at: 205 }] })[1]).toEqual([205, "fulfilling", true]);
});

test("counts an order that coins have paid as paid at the time of its receipt", () => {
  expect(tell({}, { receipt: { issued_at: 100 }, cards: [{ issued_at: 101 }] }).map(([at]) => at)).toEqual([
    100, 101, 900,
  ]);
});

test("contains the exact time of the current state, and nothing for a pending order", () => {
  expect(tell({ status: "pending", updated_at: 100 })).toEqual([]);
  expect(tell({ status: "fulfilling", updated_at: 205 }, { events: [paid], cards: [{ issued_at: 400 }] })).toEqual([
    [200, "paid", false],
    [205, "fulfilling", false],
  ]);
  expect(tell({ status: "failed", updated_at: 300 }, { events: [failed] })).toEqual([[300, "failed", false]]);
  expect(tell({ status: "expired", updated_at: 510 }, { coinEntries: [{ kind: "release", created_at: 510 }] })).toEqual(
    [[510, "expired", false]],
  );
});

test("lists the end of an order before its late payment, if a row contains it", () => {
  const order = { status: "paid_late", updated_at: 600 } as const;
  expect(tell(order, { events: [failed, late] })).toEqual([
    [300, "failed", false],
    [600, "paid_late", false],
  ]);
  const afterTheWindow = { ...failed, received_at: 520 };
  expect(tell(order, { events: [afterTheWindow, late] })[0]).toEqual([520, "expired", false]);
  const released = { kind: "release", created_at: 510 };
  expect(tell(order, { events: [late], coinEntries: [released] })[0]).toEqual([510, "expired", false]);
  expect(tell(order, { events: [late] })).toEqual([[600, "paid_late", true]]);
});

test("lists the earlier states of a refunded order", () => {
  const order = { status: "refund_due", updated_at: 601 } as const;
  expect(tell(order, { events: [failed, late] }).map(([, state]) => state)).toEqual([
    "failed",
    "paid_late",
    "refund_due",
  ]);
  expect(tell(order, { events: [paid] }).map(([, state]) => state)).toEqual(["paid", "refund_due"]);
  expect(tell(order, { events: [{ outcome: "mismatch", received_at: 601 }] }).map(([, state]) => state)).toEqual([
    "refund_due",
  ]);
});
