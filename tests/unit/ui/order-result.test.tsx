import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OrderSchema } from "#app/commerce/schemas.ts";
import { OrderResult } from "#app/ui/order-result.tsx";

const render = (wire: object) => {
  const { status, amount, isBeingChecked } = OrderSchema.parse(wire);
  const order = { status, amount, isBeingChecked };
  const links = { problem: null, payHref: null, againHref: null, paid: null, receipt: null, receiptHref: null };
  return renderToStaticMarkup(<OrderResult order={order} {...links} />);
};

test("a paid order that is being checked says so and promises no vouchers; another does", () => {
  const checked = render({ status: "success", amount: 900, is_being_checked: true });
  expect(checked).toContain("We check your order by hand");
  expect(checked).not.toContain("See your vouchers");
  for (const wire of [{ status: "success" }, { status: "success", is_being_checked: "maybe" }]) {
    expect(render(wire)).not.toContain("by hand");
    expect(render(wire)).toContain("See your vouchers");
  }
});
