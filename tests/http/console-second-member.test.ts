import { expect, test } from "vitest";

import { enrol, openConsole } from "../helpers/shop/members.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, signUp } from "../helpers/shop/shopper.ts";

/** No member moves money alone. */
const shop = useShop(() => ({
  tenants: {
    aurora: {
      seed: "demo",
      branding: { organization_name: "Aurora Rewards" },
      payments: { gateway: "vpa", vpa: "aurora@okbank" },
      limits: { rupeesAlonePerDay: 0 },
    },
  },
}));
const url = (path: string) => shop().url("console", path);
const TERMS = "I accept Terms and Conditions";
const SEEN = "Refund also codes that were seen and may be used.";

test("a payment and a refund wait for a second member and leave Today once they are decided, without JavaScript", async () => {
  const cart = await addToCart(await signUp(shop(), "aurora"), "Raga Stream", "₹299.00", "1");
  const screen = await cart.submit("Proceed to Checkout");
  const terms = screen.fields().find((label) => label.startsWith(TERMS))!;
  await screen.submit(/^Pay ₹/, { [terms]: true });

  const { browser: first } = await openConsole(shop());
  const { browser: second } = await enrol(shop(), "second@awning.test", "finance");
  const confirming = await (await first.open(url("/brands/aurora/payments/waiting"))).follow(/^Confirm the payment of/);
  const waiting = await confirming.submit("Confirm", { UTR: "633012345678", "Amount on the statement": "299.00" });
  expect(waiting.alerts()).toEqual([expect.stringMatching(/^Order ORD\d+: a second member has to approve this\.$/)]);
  const order = /ORD\d+/.exec(waiting.alerts()[0]!)![0];

  const today = await second.open(url("/brands/aurora"));
  const requests = await today.follow("1 refund or payment waits for a second member");
  expect([requests.heading, requests.text]).toEqual([
    "Money that waits for approval",
    expect.stringContaining(`₹299.00 with UTR 633012345678 for ${order}`),
  ]);
  const own = await first.open(requests.url);
  expect(own.buttons()).toContain("Withdraw");
  expect(own.buttons()).not.toContain("Approve");
  const silent = await requests.submit("Approve", { Reason: " " });
  expect([silent.status, silent.alerts()]).toEqual([400, expect.arrayContaining(["Say why, in a few words"])]);
  const approved = await silent.submit("Approve", { Reason: "It is on the statement" });
  expect(approved.alerts()).toEqual(["The request is approved: Paid for its order."]);
  expect(approved.text).toContain("None. What goes beyond ₹0.00 on one day waits here.");

  const page = await (await first.open(url(`/brands/aurora/orders?q=${order}`))).follow(order);
  const asked = await page.submit("Refund", { "Raga Stream, ₹299.00": "1", [SEEN]: true, Reason: "It does not work" });
  expect(asked.alerts()).toContain("A second member has to approve this.");
  expect(asked.text).toContain("owner@awning.test asked for it.");
  const refund = await second.open(requests.url);
  expect(refund.text).toContain("1 × Raga Stream, ₹299.00");
  expect((await refund.submit("Refuse", { Reason: "It works" })).alerts()).toEqual(["The request is refused."]);
  await page.submit("Refund", { "Raga Stream, ₹299.00": "1", [SEEN]: true, Reason: "By mistake" });
  const mine = await first.open(requests.url);
  expect((await mine.submit("Withdraw", { Reason: "By mistake" })).alerts()).toEqual(["The request is withdrawn."]);
  const left = await first.open(page.url);
  expect(left.text).not.toContain("asked for it.");
  expect((await second.open(url("/brands/aurora"))).text).not.toContain("waits for a second member");
});
