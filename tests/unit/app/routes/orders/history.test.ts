import { describe, expect, test } from "vitest";

import { CoinHistorySchema } from "#app/commerce/schemas/coins.ts";
import { OrderHistorySchema } from "#app/commerce/schemas/history.ts";
import { describeOrders, historyHref, readHistoryView, selectCoins, selectOrders } from "#app/routes/orders/history.ts";

import { TenantSchema } from "../../../../../config/brand/schema.ts";

const tenant = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"] });

const orders = OrderHistorySchema.parse(
  [3, 1, 5, 2, 4].map((day) => ({
    id: `o${day}`,
    order_date: `2026-11-0${day} 10:00:00`,
    status: day === 4 ? "PENDING" : "Completed",
    items: [{ name: "Card", image_url: "https://elsewhere.example/a.png" }],
    vouchers: day === 2 ? [] : [{ card_number: `CARD-${day}`, pin_code: `PIN-${day}`, claim_url: "javascript:1" }],
  })),
);

const ALL = { open: [] as string[], show: "all" as const };

describe("orders [O-04] [U25]", () => {
  test("are listed newest first, and only unfolded ones carry codes", () => {
    const described = describeOrders(orders, tenant, ALL);
    expect(described.map(({ id, isOpen, vouchers }) => [id, isOpen, vouchers?.length])).toEqual([
      ["o5", true, 1],
      ["o4", true, 1],
      ["o3", true, 1],
      ["o2", false, 0],
      ["o1", false, undefined],
    ]);
    expect(JSON.stringify(described)).not.toMatch(/CARD-1|PIN-1/);
  });

  test("that ended unpaid are listed among the others, but not among the purchases", () => {
    const order = (id: string, day: number, status: string, isServed = false) => ({
      ...orders[0]!,
      id,
      status,
      orderedAt: Date.UTC(2026, 10, day),
      vouchers: isServed ? orders[0]!.vouchers : [],
    });
    const many = [
      order("e1", 9, "Expired"),
      order("f1", 8, "FAILED"),
      order("e2", 7, "expired"),
      order("c1", 6, "Completed", true),
      order("p1", 5, "Pending"),
      order("c2", 4, "Completed"),
      order("c3", 3, "Completed", true),
      order("c4", 2, "Completed", true),
      order("r1", 1, "Refund due"),
      order("f2", 0, "Failed", true), // the shopper has its vouchers
    ];
    const show = (query: string) => {
      const view = readHistoryView(new URLSearchParams(query));
      return selectOrders(describeOrders(many, tenant, view), view);
    };
    const listed = (query: string) => show(query).map(({ id }) => id);
    const opened = (query: string) => show(query).flatMap(({ id, isOpen }) => (isOpen ? id : []));
    expect(listed("")).toHaveLength(many.length);
    expect(opened("")).toEqual(["e1", "f1", "e2"]);
    expect(listed("show=purchases")).toEqual(["c1", "p1", "c2", "c3", "c4", "r1", "f2"]);
    expect(opened("show=purchases")).toEqual(["c1", "p1", "c2"]);
    expect(listed("show=purchases&open=f1")).toEqual(["f1", "c1", "p1", "c2", "c3", "c4", "r1", "f2"]);
    // Nothing but those: then they are all there is to see.
    const purchases = readHistoryView(new URLSearchParams("show=purchases"));
    expect(selectOrders(describeOrders(many.slice(0, 3), tenant, purchases), purchases)).toHaveLength(3);
  });

  test("carry their codes when the URL unfolds them", () => {
    const described = describeOrders(orders, tenant, { ...ALL, open: ["o1", "someone-elses"] });
    expect(described.at(-1)).toMatchObject({ isOpen: true, vouchers: [{ cardNumber: "CARD-1", pinCode: "PIN-1" }] });
  });

  test("are limited to the page's room for vouchers: the last unfolded order comes first, and one always shows [RES-05]", () => {
    const long = (id: string, day: number, count: number) => ({
      ...orders[0]!,
      id,
      orderedAt: Date.UTC(2026, 10, day),
      vouchers: Array.from({ length: count }, () => orders[0]!.vouchers[0]!),
    });
    const many = [long("new", 5, 900), long("newer", 6, 600), long("old", 1, 1_900), long("oldest", 0, 2_500)];
    const unfolded = (...open: string[]) =>
      describeOrders(many, tenant, { ...ALL, open }).flatMap(({ id, isOpen, vouchers }) =>
        isOpen && vouchers ? id : [],
      );
    expect(unfolded()).toEqual(["newer", "new"]);
    expect(unfolded("old")).toEqual(["old"]);
    expect(unfolded("old", "oldest")).toEqual(["oldest"]);
  });

  test("hide codes only at the request of the embedded API, not of another backend", () => {
    const [order] = orders;
    const vouchers = [{ ...order!.vouchers[0]!, isLocked: true }];
    const isLockedAt = (url: string) =>
      describeOrders([{ ...order!, vouchers }], { ...tenant, api: { ...tenant.api, url } }, ALL)[0]!.vouchers![0]!
        .isLocked;
    expect([isLockedAt("embedded"), isLockedAt("https://api.maple.example")]).toEqual([true, false]);
  });

  test("can be paid while they are pending; links and pictures from elsewhere are dropped", () => {
    const [, pending] = describeOrders(orders, tenant, ALL);
    expect(pending).toMatchObject({ isPayable: true, items: [{ imageUrl: null }], vouchers: [{ claimUrl: null }] });
    expect(describeOrders(orders, tenant, ALL).filter(({ isPayable }) => isPayable)).toHaveLength(1);
  });
});

describe("coins [O-06]", () => {
  const records = CoinHistorySchema.parse({
    coins: [
      { id: 1, coupon_code: "NEW-50", amount: "50", is_redeemed: false, created_at: "2026-11-03T00:00:00Z" },
      { id: 2, coupon_code: "OLD-75", amount: 75.5, is_redeemed: "true", created_at: "2026-11-01T00:00:00Z" },
      { id: 3, coupon_code: "ORD123", amount: -20.25, is_redeemed: true, created_at: "2026-11-02T00:00:00Z" },
    ],
  });
  const select = (query: string) => selectCoins(records, readHistoryView(new URLSearchParams(query)));
  const ids = (query: string) => select(query).map(({ id }) => id);

  test("show spent coins with their sign", () => {
    expect(select("").map(({ amount }) => amount)).toEqual([5000, -2025, 7550]);
  });

  test.each([
    ["", ["1", "3", "2"]],
    ["sort=amount", ["2", "1", "3"]],
    ["status=pending", ["1"]],
    ["status=redeemed", ["3", "2"]],
    ["code=old", ["2"]],
    ["code=-&sort=amount", ["2", "1"]],
    ["sort=nonsense&status=nonsense", ["1", "3", "2"]],
  ])("%s", (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });
});

test.each([
  "/order-history",
  "/order-history?show=purchases",
  "/order-history?show=purchases&open=FO%2F1&open=b&coins=open&sort=amount&status=pending&code=X",
])("shows the URL's view: %s", (href) => {
  expect(historyHref(readHistoryView(new URL(href, "http://shop.test").searchParams))).toBe(href);
});
