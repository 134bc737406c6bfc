import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { OrderHistorySchema } from "#app/commerce/schemas/history.ts";
import { describeOrders } from "#app/routes/orders/history.ts";
import { OrderCard } from "#app/routes/orders/order-card.tsx";

import { TenantSchema } from "../../../../../config/brand/schema.ts";

const brand = { id: "acme", hostnames: ["acme.localhost"] };
const direct = { payments: { gateway: "vpa", vpa: "maple@bank" } };

function show(settings: object, wire: object) {
  const tenant = TenantSchema.parse({ ...brand, ...settings });
  const history = OrderHistorySchema.parse([{ id: "o1", items: [{ name: "Card" }], vouchers: [], ...wire }]);
  const [order] = describeOrders(history, tenant, { open: [], show: "all" });
  return renderToStaticMarkup(<OrderCard order={order!} texts={tenant.texts} />);
}

const TEXT = "Waiting for confirmation. Once you have paid, the shop confirms your payment";

test("a pending order waits for the shop if the brand is paid on a UPI id, or if its backend reports that", () => {
  expect(show(direct, { status: "Pending" })).toContain(TEXT);
  expect(show({}, { status: "Pending", payment_note: "confirmed_by_hand" })).toContain(TEXT);
});

test.each([
  ["is paid", direct, { status: "Completed" }],
  ["has expired", direct, { status: "Expired" }],
  ["goes through the sandbox", {}, { status: "Pending" }],
  ["is at another company's backend", { ...direct, api: { url: "https://api.example/" } }, { status: "Pending" }],
])("an order that %s does not", (_what, settings, wire) => {
  expect(show(settings, wire)).not.toContain("Waiting for confirmation");
});
