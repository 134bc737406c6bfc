import { expect, test } from "vitest";

import { tellTimeline } from "../../../../api/orders/order-timeline.ts";

type Facts = Parameters<typeof tellTimeline>[0];

test("formats coins in the same way as the pages about money", () => {
  const nothing = Object.fromEntries(
    [
      "events",
      "payments",
      "confirmations",
      "webhooks",
      "paymentRefunds",
      "cards",
      "supplyOrders",
      "gifts",
      "mails",
      "messages",
      "reveals",
      "notes",
      "acts",
      "refunds",
      "disputes",
    ].map((part) => [part, []]),
  );
  const happenings = tellTimeline({
    ...nothing,
    order: { status: "pending", created_at: 1, total: 0, terms_accepted_at: null },
    receipt: undefined,
    coinEntries: [
      { kind: "hold", created_at: 2, amount: -119_80 },
      { kind: "refund", created_at: 3, amount: 1_250_00 },
    ],
    refunds: [{ number: 1, created_at: 4, amount: 0, coins: 1_250_05, reason: "no_stock" }],
  } as unknown as Facts);
  expect(happenings.slice(1).map(({ detail }) => detail)).toEqual([
    "-119.80 coins",
    "1,250 coins",
    "₹0.00, 1,250.05 coins, no_stock",
  ]);
});
