import { expect, test } from "vitest";

import { isGatewayPage } from "../../../config/brand/gateway-facts.ts";
import type { Payments } from "../../../config/brand/schema.ts";

const RAZORPAY: Payments = { gateway: "razorpay", mode: "hosted", refunds: "automatic" };
const CASHFREE: Payments = { gateway: "cashfree", environment: "live", mode: "hosted", refunds: "automatic" };
const PHONEPE: Payments = { ...CASHFREE, gateway: "phonepe" };

test.each<[Payments, string]>([
  [RAZORPAY, "https://rzp.io/i/nxrHnLJ"],
  [RAZORPAY, "https://api.razorpay.com/v1/checkout"],
  [CASHFREE, "https://payments-test.cashfree.com/links/abc"],
  [PHONEPE, "https://mercury-t2.phonepe.com/transact/pg?token=abc"],
  [{ ...RAZORPAY, url: "http://127.0.0.1:4100/maple" }, "http://127.0.0.1:4100/pay/plink_1"],
  [{ ...RAZORPAY, url: "http://127.0.0.1:4100/maple" }, "https://rzp.io/i/nxrHnLJ"],
])("%o may be paid at %s", (payments, url) => {
  expect(isGatewayPage(payments, url)).toBe(true);
});

test.each<[Payments | undefined, string]>([
  [undefined, "https://rzp.io/i/nxrHnLJ"],
  [{ gateway: "vpa", vpa: "maple@bank", windowMinutes: 60 }, "https://rzp.io/i/nxrHnLJ"],
  [RAZORPAY, "http://rzp.io/i/nxrHnLJ"],
  [RAZORPAY, "https://rzp.io.thief.example/"],
  [RAZORPAY, "https://thiefrzp.io/"],
  [RAZORPAY, "https://rzp.io@thief.example/"],
  [RAZORPAY, "https://payer@rzp.io/"],
  [RAZORPAY, "https://rzp.io:8443/"],
  [RAZORPAY, "https://payments.cashfree.com/links/abc"],
  [RAZORPAY, "javascript:alert(1)//rzp.io"],
  [RAZORPAY, "/pay"],
  [{ ...RAZORPAY, url: "http://127.0.0.1:4100" }, "http://127.0.0.1:4101/pay"],
  [{ ...RAZORPAY, url: "http://127.0.0.1:4100" }, "http://payer@127.0.0.1:4100/pay"],
])("%o is never paid at %s", (payments, url) => {
  expect(isGatewayPage(payments, url)).toBe(false);
});
