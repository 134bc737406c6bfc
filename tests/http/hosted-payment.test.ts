import { afterAll, afterEach, describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import type { Page } from "../helpers/text-browser/page.ts";

// Payments on a gateway's own page, with real windows, and those that the shop confirms by hand. No JavaScript.

let host: ForeignHost;
const shop = useShop(async () => {
  host = await new ForeignHost({ links: "orderLink" }).start();
  const api = { url: host.url };
  const tenants = {
    foreign: { api, redirectOrigins: ["https://pay.foreign.example"] },
    phonepe: { api, payments: { gateway: "phonepe" } },
  };
  return { tenants, env: { COMMERCE_API_PORT: "0", PAGE_CACHE_MB: "0" } };
});
afterEach(() => {
  host.heal();
  Object.assign(host.shop.quirks, { links: "orderLink", minutesToPay: null, isConfirmedByHand: false });
  host.shop.cart = [];
});
afterAll(() => host[Symbol.asyncDispose]());

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const HOSTED = /^https:\/\/pay\.foreign\.example\/FO/;
const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);
const lastOrder = () => host.shop.orders.at(-1)!;

async function checkOut(brand = "foreign") {
  const home = await signIn(shop(), brand, { "Email or phone": "9876543210", Password: "Foreign@1" });
  return (await addToCart(home, "Foreign Card 1")).submit("Proceed to Checkout");
}

const paymentOf = (screen: Page) => open(screen, `/payment${new URL(screen.url).search}`);
const isMethod = (label: string) => /^(PhonePe|Paytm|Google Pay|Other)/.test(label);

describe("if the backend names its own page alone", () => {
  test.each(["verify-details", "payment"])("/%s has one way on, after the terms", async (path) => {
    const verify = await checkOut();
    const screen = path === "payment" ? await paymentOf(verify) : verify;
    expect(screen.text).toContain("You pay on the secure page of pay.foreign.example and come back here.");
    expect(screen.fields().filter(isMethod)).toEqual([]);
    expect(screen.buttons().filter((name) => /^(Pay|Continue)/.test(name))).toEqual(["Continue to payment"]);

    const refused = await screen.submit("Continue to payment");
    expect(refused.alerts().join()).toMatch(/^Please accept the terms and conditions/);
    const pay = await refused.submit("Continue to payment", { [TERMS]: true });
    expect([pay.path.split("?")[0], pay.href("Continue to payment")]).toEqual(["/pay", expect.stringMatching(HOSTED)]);
    expect(pay.text).toMatch(/We are waiting for your payment\. .* left\./);
    // The gateway reads the referrer, and the shopper comes back in this tab.
    expect(pay.answer.text).not.toMatch(/<a[^>]+pay\.foreign\.example[^>]+(target|rel)=/);
    expect(pay.answer.headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
  });

  test("the policy lets no form leave the shop", async () => {
    const { headers } = (await checkOut()).answer;
    expect(headers["content-security-policy"]).toContain("form-action 'self';");
  });

  test("an order that was paid there offers no second payment", async () => {
    const screen = await checkOut();
    const pay = await screen.submit("Continue to payment", { [TERMS]: true });
    host.shop.pay(lastOrder().number);
    for (const page of [await open(pay, screen.url), await pay.reload(), await paymentOf(screen)]) {
      expect(page.text).toContain("You bought");
      expect(page.text).not.toContain("Continue to payment");
    }
  });

  test("a page that the brand does not allow is not offered, and a gateway's is", async () => {
    const refused = await checkOut("phonepe");
    expect(refused.answer.text).not.toContain("pay.foreign.example");
    expect(refused.buttons()).not.toContain("Continue to payment");
    const orderLink = "https://mercury.phonepe.com/transact/pg?token=a%7Eb";
    host.answer("GET /order-status/", () => ({
      status: 200,
      body: { status: "PAYMENT_PENDING", amount: 100, created_at: new Date().toISOString(), orderLink },
    }));
    const screen = await refused.reload();
    expect(screen.text).toContain("You pay on PhonePe's secure page and come back here.");
    const pay = await screen.submit("Continue to payment", { [TERMS]: true });
    expect(pay.href("Continue to payment")).toBe(orderLink);
    expect(pay.answer.text).not.toContain('rel="noreferrer"');
    for (const page of [screen, pay])
      expect(page.answer.headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
  });
});

test("beside the apps' links the host's page is a fifth choice", async () => {
  host.shop.quirks.links = "both";
  const screen = await checkOut();
  const labels = screen.fields().filter(isMethod);
  expect(labels.map((label) => label.replace(/ (Not|You).*/, ""))).toEqual([
    "PhonePe",
    "Paytm",
    "Google Pay",
    "Other UPI app",
    "Other ways to pay",
  ]);
  expect(labels.filter((label) => screen.isFieldDisabled(label))).toEqual(["Paytm Not available"]);
  const pay = await screen.submit(/^Pay ₹/, { [labels.at(-1)!]: true, [TERMS]: true });
  expect(pay.href("Continue to payment")).toMatch(HOSTED);
  const app = await screen.submit(/^Pay ₹/, { "Google Pay": true, [TERMS]: true });
  expect(app.href("Open Google Pay")).toMatch(/^tez:/);
});

describe("the countdown", () => {
  test.each([
    [15, /(15:00|14:5\d) Time remaining/, /14 min|15 min/],
    [1_440, /(24:00:00|23:59:5\d) Time remaining/, /23 h 59 min|24 h/],
  ])("of an order that can be paid for %d minutes shows that time on each screen", async (minutes, clock, words) => {
    host.shop.quirks.minutesToPay = minutes;
    const verify = await checkOut();
    for (const screen of [verify, await paymentOf(verify)]) {
      expect(screen.text).toMatch(clock);
      expect(screen.text).toMatch(/This order can be paid until \d+ \w+ 20\d\d, \d+:\d\d [ap]m/);
      expect(screen.refresh!.seconds).toBeGreaterThan(minutes * 60 - 30);
    }
    const pay = await verify.submit("Continue to payment", { [TERMS]: true });
    expect(pay.text).toMatch(words);
  });

  test("of an order with 300 s stays as it was", async () => {
    host.shop.quirks.minutesToPay = 5;
    const verify = await checkOut();
    expect(verify.text).toMatch(/(3:00|2:5\d) Time remaining/);
    expect(verify.text).toContain("This page waits up to 3 minutes.");
    expect((await paymentOf(verify)).text).toMatch(/(5:00|4:5\d) Time remaining/);
  });
});

describe("the way back from a gateway", () => {
  const added = "razorpay_payment_id=pay_1&razorpay_payment_link_status=paid&razorpay_signature=5e1f";

  test("drops the gateway's additions to the address, and waits for the payment", async () => {
    const screen = await checkOut();
    const back = await open(screen, `/payment-success?order_number=${lastOrder().number}&${added}`);
    expect(back.heading).toBe("Waiting for your payment");
    expect(back.url).not.toContain("razorpay");
    expect(back.answer.text).not.toContain("razorpay");
    expect(back.refresh!.url).not.toContain("razorpay");
    host.shop.pay(lastOrder().number);
    expect((await back.reload()).heading).toBe("Payment received");
  });

  test("without a session leads through the login, which does not get them either", async () => {
    const address = shop().url("foreign", `/payment-success?order_number=ORD1&${added}`);
    const first = await send(address);
    expect(first.headers.location).toBe("/payment-success?order_number=ORD1");
    const second = await send(new URL(String(first.headers.location), address).href);
    expect(second.headers.location).toBe("/login?returnTo=%2Fpayment-success%3Forder_number%3DORD1");
  });

  test("by POST from the gateway's site becomes a GET of the page", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: "https://api.razorpay.com" };
    const address = shop().url("foreign", `/payment-success?order_number=ORD1&${added}`);
    const answer = await send(address, { method: "POST", headers, body: added });
    expect([answer.status, answer.headers.location]).toEqual([303, "/payment-success?order_number=ORD1"]);
  });
});

test("an order that the shop confirms by hand shows that on every page, with link and code", async () => {
  Object.assign(host.shop.quirks, { links: "paymentLinks", minutesToPay: 1_440, isConfirmedByHand: true });
  const screen = await checkOut();
  const amount = lastOrder().amount.toFixed(2);
  const words =
    `Pay exactly ₹${amount} to Foreign Gifts (foreign@bank), then wait: the shop confirms your payment, ` +
    "usually within a day. You can close this page; we mail you.";
  expect(screen.text).toContain(words);
  expect(screen.answer.text).toContain('aria-label="QR code to pay Foreign Gifts"');
  const pay = await screen.submit(/^Pay ₹/, { "Other UPI app": true, [TERMS]: true });
  expect(pay.text).toContain(words);
  expect(pay.href(/^Open/)).toMatch(/^upi:\/\/pay\?pa=foreign%40bank/);
});
