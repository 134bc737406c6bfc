import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import type { Page } from "playwright";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { findBarriers } from "../helpers/browser/barriers.ts";
import { hasJavaScript, settled, useBrowser, visit } from "../helpers/browser/browser.ts";
import { keepPage } from "../helpers/browser/keep-page.ts";
import { FARAH, useSession } from "../helpers/browser/session.ts";
import { useShop } from "../helpers/shop/shop.ts";

// Purchases on a gateway's own page, which the test plays: another site that takes the money and redirects back.

let host: ForeignHost;
let gateway: Server;
/** Of the requests for the gateway's page. */
const referrers: (string | undefined)[] = [];
const shop = useShop(async () => {
  gateway = createServer((req, res) => {
    const order = host.shop.orders.find(({ id }) => req.url === `/${id}`);
    if (!order) return void res.writeHead(204).end(); // a browser's own wish, such as an icon
    const back = `${order.redirectUrl}&razorpay_payment_id=pay_1&razorpay_signature=5e1f`;
    if (req.method === "POST") {
      host.shop.pay(order.number);
      return void res.writeHead(303, { location: back }).end();
    }
    referrers.push(req.headers.referer);
    const paid = order.isPaid ? "<p>Paid already</p>" : `<form method="post"><button>Pay and return</button></form>`;
    res.writeHead(200, { "content-type": "text/html" });
    res.end(`<!doctype html><title>Gateway</title><h1>Gateway</h1>${paid}<a href="${back}">Return early</a>
      <form method="post" action="${back}"><button>Return by POST</button></form>`);
  }).listen(0, "127.0.0.1");
  await once(gateway, "listening");
  const payOrigin = `http://gateway.localhost:${(gateway.address() as AddressInfo).port}`;
  host = await new ForeignHost({ links: "orderLink", minutesToPay: 15, payOrigin }).start();
  const payments = { gateway: "phonepe", url: payOrigin };
  return { tenants: { foreign: { api: { url: host.url }, payments } }, env: { COMMERCE_API_PORT: "0" } };
});
const openWindow = useBrowser();
const enter = useSession(shop, "foreign", FARAH);
beforeEach(() => referrers.splice(0));
afterEach(() => {
  host.shop.cart = [];
});
afterAll(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await host[Symbol.asyncDispose]();
});

const url = (path: string) => shop().url("foreign", path);
const TERMS = /I accept Terms and Conditions/;
const number = () => host.shop.orders.at(-1)!.number;
const continueButton = (page: Page) => page.getByRole("button", { name: "Continue to payment" });

async function proceed() {
  const item = { product_id: "gc-002", quantity: 1, selectedDenomination: 200 };
  host.shop.answer("POST /cart/", new URLSearchParams(), { cart_items: [item] });
  const { page, problems } = await openWindow();
  await enter(page);
  await visit(page, url("/cart"));
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await page.waitForURL(/verify-details/);
  await settled(page);
  return { page, problems };
}

/** From the payment screen to the gateway's page, in the same tab. */
async function continueToGateway(page: Page) {
  await page.getByLabel(TERMS).check();
  await continueButton(page).click();
  if (!hasJavaScript) await page.getByRole("link", { name: "Continue to payment" }).click();
  await page.getByRole("heading", { name: "Gateway" }).waitFor();
}

test("a shopper pays on the gateway's page and comes back, and no way back leads to a second payment", async () => {
  const { page, problems } = await proceed();
  await page.getByText("You pay on PhonePe's secure page and come back here.").waitFor();
  expect(await page.getByRole("radio").count()).toBe(0);
  await continueButton(page).click();
  // The first is the toast, which repeats it.
  await page.getByRole("alert").filter({ hasText: "Please accept the terms and conditions" }).last().waitFor();

  await continueToGateway(page);
  expect([referrers, page.context().pages().length]).toEqual([[url("/")], 1]);
  await page.getByRole("button", { name: "Pay and return" }).click();
  await page.getByRole("heading", { name: "Payment received" }).waitFor();
  expect(page.url()).toMatch(/\/payment-success\?orderid=FO%2F\d+$/);

  await keepPage(page, url("/"));
  for (let back = 0; !/verify-details/.test(page.url()); back++) {
    expect(back).toBeLessThan(4);
    await page.goBack();
  }
  await page.getByRole("heading", { name: "Payment Success" }).waitFor();
  expect(await continueButton(page).count()).toBe(0);
  // Without JavaScript the refused form is a separate page, which the browser's console reports as a failure.
  expect(problems.filter((problem) => !problem.includes("status of 400"))).toEqual([]);
});

test.each(["link", "button"] as const)(
  "a shopper whom the gateway sends back by a %s before its notification waits there, and the page updates",
  async (way) => {
    const { page } = await proceed();
    await continueToGateway(page);
    await page.getByRole(way, { name: way === "link" ? "Return early" : "Return by POST" }).click();
    await page.getByRole("heading", { name: "Waiting for your payment" }).waitFor();
    expect(page.url()).toMatch(/\/payment-success\?orderid=FO%2F\d+$/);
    host.shop.pay(number());
    await page.getByRole("heading", { name: "Payment received" }).waitFor();
  },
);

if (hasJavaScript) {
  test("the browser's kept copy of the screen does not offer a payment that was made", async () => {
    const { page } = await proceed();
    await keepPage(page, url("/"));
    // So that only a new page can show the payment.
    await page.route("**/order-state*", (route) => route.abort());
    host.shop.pay(number());
    await page.evaluate(`void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`);
    await page.getByRole("heading", { name: "Payment Success" }).waitFor();
    expect(await continueButton(page).count()).toBe(0);
  });

  test("the screens have no barriers, with the gateway's page alone, beside apps, and confirmed by hand", async () => {
    const kinds = [
      { links: "orderLink", minutesToPay: 15 },
      { links: "both", minutesToPay: 1_440 },
      { links: "paymentLinks", minutesToPay: 1_440, isConfirmedByHand: true },
    ] as const;
    for (const quirks of kinds) {
      Object.assign(host.shop.quirks, { isConfirmedByHand: false }, quirks);
      host.shop.cart = [];
      const { page } = await proceed();
      const barriers = await findBarriers(page, quirks.links);
      const order = new URL(page.url()).searchParams;
      await visit(page, url(`/pay?screen=verify&${order}`));
      expect([...barriers, ...(await findBarriers(page, `pay ${quirks.links}`))]).toEqual([]);
    }
    Object.assign(host.shop.quirks, { ...kinds[0], isConfirmedByHand: false });
  });
}
