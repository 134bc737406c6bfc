import { expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { askGatewaysNow, blockVouchers, bookedOrder, mailsAbout } from "../helpers/shop/books.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, coinsOf, signIn } from "../helpers/shop/shopper.ts";
import { oneByDay } from "../helpers/suite/nightly.ts";
import type { Page } from "../helpers/text-browser/page.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

const shop = useShop();
const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";

/** The demo's shopper in front of the sandbox's page, ten per cent in coins. */
async function openSandbox() {
  const home = await signIn(shop(), "aurora");
  const cart = await addToCart(home, "Raga Stream", "₹299.00");
  const less = await cart.submit("Apply", { [cart.fields().find((label) => label.startsWith("Use coins"))!]: true });
  const screen = await less.submit("Proceed to Checkout");
  const sandbox = await (await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true })).follow(/^Open/);
  const orderId = new URL(screen.url).searchParams.get("orderid")!;
  const orderNumber = screen.text.match(/Order number (ORD\d+)/)![1]!;
  return { home, sandbox, orderId, orderNumber, coinsBefore: coinsOf(home) };
}
const booked = (orderId: string) => bookedOrder(shop(), "aurora", orderId);
const isCompleted = (orderId: string) => waitUntil(() => booked(orderId).status === "completed");

async function expectCompletedOnce(order: Awaited<ReturnType<typeof openSandbox>>) {
  await isCompleted(order.orderId);
  await waitUntil(() => mailsAbout(shop(), "aurora", order.orderNumber).length > 0);
  await new Promise((resolve) => setTimeout(resolve, 2_500)); // two more rounds of the worker must change nothing
  expect(booked(order.orderId)).toMatchObject({ status: "completed", vouchers: 1 });
  expect(mailsAbout(shop(), "aurora", order.orderNumber)).toHaveLength(1);
  const history = await order.home.browser.open(shop().url("aurora", "/order-history"));
  expect(history.text.split(order.orderNumber)).toHaveLength(2);
  expect(coinsOf(history)).toBeCloseTo(order.coinsBefore - 29.9, 2);
}

test("completes an order once after a kill between payment and voucher [MON-09]", async () => {
  const order = await openSandbox();
  blockVouchers(shop(), "aurora", true);
  const back = await order.sandbox.submit("Approve");
  expect(back.heading).toBe("Payment received");
  await waitUntil(() => booked(order.orderId).status !== "pending");
  expect(booked(order.orderId)).toMatchObject({ vouchers: 0 });
  expect(["paid", "fulfilling"]).toContain(booked(order.orderId).status);

  await shop().kill9();
  blockVouchers(shop(), "aurora", false);
  await shop().start();
  await expectCompletedOnce(order);
});

test.each([8, 0, 25].slice(0, oneByDay(3)))(
  "loses and doubles nothing when killed %d ms after the payer's click [OPS-01]",
  async (ms) => {
    const order = await openSandbox();
    const click = order.sandbox.submit("Approve").then(
      () => "answered",
      () => "cut off", // the kill is the point of it
    );
    await new Promise((resolve) => setTimeout(resolve, ms));
    await shop().kill9();
    const outcome = await click;
    askGatewaysNow(shop(), "aurora"); // the notification may be lost
    await shop().start();

    const page: Page = await order.home.browser.open(order.sandbox.url);
    if (page.buttons().includes("Approve")) {
      // The click itself was lost, and the payer got no answer: then nothing may have happened.
      expect(outcome).toBe("cut off");
      expect(booked(order.orderId)).toMatchObject({ status: "pending", vouchers: 0 });
      await page.submit("Approve");
    }
    await expectCompletedOnce(order);
  },
);

test("restarts a killed API, and the shopper stays signed in", async () => {
  const home = await signIn(shop(), "aurora");
  const apiPid = shop().childPids()[0]!;
  process.kill(apiPid, "SIGKILL");
  await waitUntil(async () => {
    const history = await home.browser.open(shop().url("aurora", "/order-history"));
    // The API may answer for the orders before it does for the account.
    return history.text.includes("Completed") && history.text.includes("Logout") && history;
  });
  expect(shop().childPids()[0]).not.toBe(apiPid);
});

test("on SIGTERM becomes unready at once, finishes current requests, exits with 0, and keeps the data for the next start [OPS-05]", async () => {
  const home = await signIn(shop(), "aurora");
  await addToCart(home, "Kettle & Clove", "₹100.00");
  const stopped = shop().stop();
  await waitUntil(async () => (await send(shop().url("aurora", "/readyz"))).status === 503, 20);
  expect((await home.browser.open(shop().url("aurora", "/cart"))).text).toContain("Kettle & Clove");
  expect(await stopped).toBe(0);
  await expect(send(shop().url("aurora", "/healthz"))).rejects.toThrow();
  await shop().start();
  const cart = await home.browser.open(shop().url("aurora", "/cart"));
  expect(cart.text).toContain("Kettle & Clove");
  expect(shop().log).not.toContain("demo data created");
});
