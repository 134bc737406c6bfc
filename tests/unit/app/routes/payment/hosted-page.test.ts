import { describe, expect, test } from "vitest";

import { OrderSchema } from "#app/commerce/schemas/orders.ts";
import { findPaymentProblem, payButtonText } from "#app/forms/payment.ts";
import {
  describeConfirmedByHand,
  describeHostedPage,
  readUpiPayee,
  usablePaymentLinks,
} from "#app/routes/payment/payment-links.ts";

import { TenantSchema } from "../../../../../config/brand/schema.ts";

const tenant = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"] });

describe("the gateway's own page", () => {
  const links = (wire: object) => OrderSchema.parse({ status: "PAYMENT_PENDING", ...wire }).links;
  const page = "https://rzp.io/i/abc";

  test.each(["orderLink", "redirect_url"])("is %s if there is nothing else", (name) => {
    expect(links({ [name]: page })).toEqual({ hosted: page });
    expect(links({ [name]: page, paymentLinks: {} })).toEqual({ hosted: page });
    expect(links({ [name]: "upi://pay?pa=a%40b" })).toEqual({ other: "upi://pay?pa=a%40b" });
  });

  test("comes beside the apps' links, unless it is one of them, or the address of the return", () => {
    const [other, redirect_url] = ["upi://pay?pa=a%40b", "/payment-success?order_number=ORD1"];
    expect(links({ orderLink: page, paymentLinks: { other } })).toEqual({ other, hosted: page });
    expect(links({ orderLink: other, paymentLinks: { other } })).toEqual({ other });
    expect(links({ orderLink: "/sandbox/upi", paymentLinks: { other: "/sandbox/upi" } })).toEqual({
      other: "/sandbox/upi",
    });
    expect(links({ redirect_url, paymentLinks: { other } })).toEqual({ other });
  });

  const razorpay = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"], payments: { gateway: "razorpay" } });

  test("is allowed only at the brand's gateway, and its link stays unchanged", () => {
    const usable = (brand: typeof tenant, hosted: string) =>
      usablePaymentLinks({ amount: 100, links: { hosted } }, brand, "http://acme.localhost");
    const odd = "https://RZP.io/i/a?b=%7e";
    expect(usable(razorpay, odd)).toEqual({ links: { hosted: odd }, refused: [] });
    expect(usable(tenant, page)).toEqual({ links: {}, refused: ["hosted"] });
    for (const other of ["https://rzp.io.evil.example/", "http://rzp.io/i/abc", "https://evil.example/?rzp.io"])
      expect(usable(razorpay, other)).toEqual({ links: {}, refused: ["hosted"] });
  });

  test("gets the name of its gateway, else of its host", () => {
    expect(describeHostedPage(page, razorpay)).toBe("You pay on Razorpay's secure page and come back here.");
    expect(describeHostedPage("https://pay.example/1", razorpay)).toBe(
      "You pay on the secure page of pay.example and come back here.",
    );
    expect(describeHostedPage("/sandbox/upi", tenant)).toBe("You pay on the next page and come back here.");
  });

  test("needs a choice only beside other methods, and its button describes its target", () => {
    const choice = { method: "hosted", hasAcceptedTerms: false } as const;
    expect(findPaymentProblem("verify", choice, ["hosted"])?.text).toBe("Please accept the terms and conditions");
    expect(findPaymentProblem("verify", { ...choice, hasAcceptedTerms: true }, ["hosted"])).toBeNull();
    expect(payButtonText(45_000, "hosted")).toBe("Continue to payment");
  });
});

test("an order that the shop confirms by hand shows the amount, the payee, and a note that nobody must wait here", () => {
  const rest = "then wait: the shop confirms your payment, usually within a day. You can close this page; we mail you.";
  const payee = readUpiPayee({ other: "upi://pay?pa=maple%40bank&pn=Maple%20Gifts" });
  expect(describeConfirmedByHand(123_450, payee)).toBe(`Pay exactly ₹1,234.50 to Maple Gifts (maple@bank), ${rest}`);
  expect(describeConfirmedByHand(123_450, { ...payee!, name: null })).toBe(
    `Pay exactly ₹1,234.50 to maple@bank, ${rest}`,
  );
  expect(describeConfirmedByHand(123_450, null)).toBe(`Pay exactly ₹1,234.50, ${rest}`);
});
