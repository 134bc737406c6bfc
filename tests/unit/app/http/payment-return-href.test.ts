import { expect, test } from "vitest";

import { hasForeignParameters, paymentReturnHref } from "#app/http/payment-return-href.ts";

const back = (search: string) => new URL(`https://shop.example/payment-success${search}`);

test.each([
  ["?order_number=ORD1&razorpay_payment_id=pay_1&razorpay_signature=abc", "?order_number=ORD1", true],
  ["?orderid=7&status=success", "?orderid=7", true],
  ["?status=success", "", true],
  ["?order_number=ORD1", "?order_number=ORD1", false],
  ["?orderid=7", "?orderid=7", false],
  ["", "", false],
])("a return to %s keeps %j of it", (search, kept, isForeign) => {
  expect([paymentReturnHref(back(search)), hasForeignParameters(back(search))]).toEqual([
    `/payment-success${kept}`,
    isForeign,
  ]);
});
