import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { OrderSchema } from "#app/commerce/schemas/orders.ts";
import { OrderResult } from "#app/routes/payment/order-result.tsx";

const render = (wire: object, keptNote: string | null = null) => {
  const order = OrderSchema.parse(wire);
  const links = {
    problem: null,
    isOutage: false,
    payHref: null,
    againHref: null,
    paid: null,
    receipt: null,
    receiptHref: null,
  };
  return renderToStaticMarkup(<OrderResult orderId="o 1" order={{ ...order, keptNote }} {...links} />);
};

test("a paid order under review shows the review and promises no vouchers; any other paid order does", () => {
  const checked = render({ status: "success", amount: 900, is_being_checked: true });
  expect(checked).toContain("Your order is being checked");
  expect(checked).toContain("We have received your payment. We check large or unusual orders by hand");
  expect(checked).not.toContain("See your vouchers");
  for (const wire of [{ status: "success" }, { status: "success", is_being_checked: "maybe" }]) {
    expect(render(wire)).not.toContain("by hand");
    expect(render(wire)).toContain("See your vouchers");
  }
});

test("an order that the shop confirms by hand waits for the confirmation only while it is pending", () => {
  const wire = { status: "PAYMENT_PENDING", amount: 900, payment_note: "confirmed_by_hand" };
  expect(render(wire)).toContain("Waiting for confirmation");
  expect(render(wire)).toContain("the shop confirms your payment, usually within a day. You can close this page");
  expect(render(wire)).not.toContain("your bank");
  expect(render({ ...wire, payment_note: "other" })).toContain("We are waiting for your bank.");
  expect(render({ ...wire, status: "success" })).toContain("Payment received");
});

test("a paid order without its vouchers yet leads to the order, not to vouchers", () => {
  const html = render({ status: "success", amount: 900, is_on_its_way: true });
  expect(html).toContain("Payment received");
  expect(html).toContain("Track Order");
  expect(html).not.toContain("See your vouchers");
});

test.each([
  [{ coins_used: 0 }, "Your cart is unchanged."],
  [{ coins_used: 50 }, "Your coins are back, and your cart is unchanged."],
  [{}, "Any coins are back, and your cart is unchanged."],
])("an unpaid order with %j reports the coins that it held", (wire, text) => {
  expect(render({ status: "failed", ...wire })).toContain(`The payment was declined. ${text}`);
  expect(render({ status: "expired", ...wire })).toContain(`It was not paid in time. ${text}`);
});

test("a refunded order shows the refund's destination and duration", () => {
  const html = render({ status: "refund_due", amount: 900 });
  expect(html).toContain("Your refund is on its way");
  expect(html).toContain("goes back to the account you paid from. UPI refunds usually take 3 to 5 working days.");
});

test("a declined order that is kept offers another attempt, and does not write that its coins are back", () => {
  const page = render({ status: "failed", coins_used: 5 }, "Your order is kept until noon.");
  expect(page).toContain("The payment was declined. Your order is kept until noon.");
  expect(page).toMatch(/<form(?=[^>]* method="post")[^>]* action="\/try-again\?orderid=o\+1"/);
  expect(page).not.toContain("back, and your cart");
});
