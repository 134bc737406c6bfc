import type { Page } from "playwright";
import { afterAll, afterEach, describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import {
  goTo,
  hasJavaScript,
  settled,
  type Shopper,
  stopClock,
  useBrowser,
  visit,
} from "../helpers/browser/browser.ts";
import { FARAH, useSession } from "../helpers/browser/session.ts";
import { useShop } from "../helpers/shop/shop.ts";

// The payment screens while the payment is pending. The backend is scripted, and the browser's clock is stopped.

let host: ForeignHost;
const shop = useShop(async () => {
  host = await new ForeignHost().start();
  return { tenants: { foreign: { api: { url: host.url } } }, env: { COMMERCE_API_PORT: "0" } };
});
const openWindow = useBrowser();
let shopper: Shopper;
const enter = useSession(shop, "foreign", FARAH);
afterEach(() => {
  host.heal();
  host.shop.cart = [];
});
afterAll(() => host[Symbol.asyncDispose]());

const url = (path: string) => shop().url("foreign", path);
const polls = () => host.recorded("GET /place-order/").length;
/** A poll's distance and its jitter, at most. */
const POLL_MS = 2_200;

/** Signed in, a card in the cart, in front of Proceed to Checkout. */
async function openCart() {
  const item = { product_id: "gc-002", quantity: 1, selectedDenomination: 200 };
  host.shop.answer("POST /cart/", new URLSearchParams(), { cart_items: [item] });
  shopper = await openWindow();
  await enter(shopper.page);
  // A press before React has hydrated the page would change the button's text, and React would find a mismatch.
  await visit(shopper.page, url("/cart"));
  return shopper.page;
}

async function proceed() {
  const page = await openCart();
  await stopClock(page);
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await page.waitForURL(/verify-details/);
  await settled(page);
  return page;
}

/** Lets one poll happen, and waits for its answer. */
async function poll(page: Page) {
  const move = async () => {
    const answer = page.waitForResponse(/order-state/, { timeout: 5_000 }).catch(() => null);
    await page.clock.runFor(POLL_MS);
    return await answer;
  };
  // The page may have set its timer during the move, when it had read the answer before.
  const answer = (await move()) ?? (await move());
  await answer!.finished();
}

test("an order that does not load shows its text, and Go Back to the home page [P-14]", async () => {
  const page = await proceed();
  host.fail("GET /order-status/", 500, {});
  await page.reload();
  await page.getByRole("heading", { name: "Failed to load order details." }).waitFor();
  await page.getByRole("link", { name: "Go Back" }).click();
  await page.waitForURL(url("/"));
  expect(await page.getByText("Failed to load order details.").count()).toBe(0);
});

// A skipped test is one that nobody sees: without JavaScript these do not exist.
if (hasJavaScript)
  describe("with JavaScript", () => {
    test("shows 'Loading Order Details...' while the order loads [P-14]", async () => {
      const page = await openCart();
      const before = host.recorded("POST /place-order/").length;
      const letOrderCome = host.hold("POST /place-order/", 1);
      await page.getByRole("button", { name: "Proceed to Checkout" }).click({ noWaitAfter: true });
      const busy = page.getByRole("button", { name: "Loading Order Details..." });
      await busy.waitFor();
      expect(await busy.getAttribute("aria-busy")).toBe("true");
      await busy.click({ noWaitAfter: true });
      letOrderCome();
      await page.waitForURL(/verify-details/);
      expect(host.recorded("POST /place-order/")).toHaveLength(before + 1);
    });

    test("reads 'Loading Order Details...' while the host is slow, then works as usual [P-14]", async () => {
      const page = await openCart();
      await page.getByRole("button", { name: "Proceed to Checkout" }).click();
      await page.waitForURL(/verify-details/);
      const letOrderCome = host.hold("GET /order-status/", 1);
      await page.goto(page.url(), { waitUntil: "commit" });
      await page.getByText("Loading Order Details...").waitFor();
      letOrderCome();
      await page.getByRole("heading", { name: "₹ 200.00 | Make Payment" }).waitFor();
      expect(await page.getByText("Loading Order Details...").count()).toBe(0);
      await settled(page);
      await page.getByRole("radio", { name: "Google Pay" }).check();
      await page.getByRole("button", { name: "Pay ₹200.00 with Google Pay" }).waitFor();
    });

    test("claims that the page updates by itself only where the script for it runs", async () => {
      const page = await openCart();
      await page.getByRole("button", { name: "Proceed to Checkout" }).click();
      await page.waitForURL(/verify-details/);
      const path = `/payment-success${new URL(page.url()).search}`;
      const claim = page.getByText("This page updates by itself.");
      await visit(page, url(path));
      await expect.poll(() => claim.isVisible()).toBe(true);
      await page.route("**/assets/order-*.js", (route) => route.abort());
      const failed = page.waitForEvent("requestfailed");
      await goTo(page, url(path));
      await failed;
      await page.getByRole("heading", { name: "Waiting for your payment" }).waitFor();
      expect(await claim.isVisible()).toBe(false);
    });

    test("the dialog's phone accepts ten digits, and drops a country code, typed or pasted [A-14]", async () => {
      const page = await proceed();
      await page.getByText("Verify your details").click();
      await page.getByRole("link", { name: "Edit phone" }).click();
      const phone = page.getByRole("textbox", { name: "Phone", exact: true });
      await phone.fill("");
      await phone.pressSequentially("9a8-7 b6");
      expect(await phone.inputValue()).toBe("9876");
      await phone.fill("+91 91234 56780");
      await expect.poll(() => phone.inputValue()).toBe("9123456780");
      await phone.fill("12x");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Enter 10-digit mobile number").first().waitFor();
      expect(await phone.inputValue()).toBe("12");
    });

    test("polls every 2 s while the payment is pending, and shows its end [P-10]", async () => {
      const page = await proceed();
      const before = polls();
      for (const count of [1, 2, 3]) {
        await poll(page);
        expect(polls() - before).toBe(count);
        expect(await page.getByText("Payment Success").count()).toBe(0);
      }
      host.shop.pay(host.shop.orders.at(-1)!.number);
      await poll(page);
      await page.getByRole("dialog", { name: "Payment Success" }).waitFor();
      expect(await page.title()).toMatch(/^Payment Success/);
      expect(await page.getByText("Time remaining").count()).toBe(0);
      const after = polls();
      await page.clock.runFor(2_900);
      expect([polls(), new URL(page.url()).pathname]).toEqual([after, "/verify-details"]);
      await page.clock.runFor(100);
      await page.waitForURL(url("/"));
      // The cart, which the backend has cleared, is fetched again.
      await page.getByRole("link", { name: "CART", exact: true }).first().click();
      await page.getByText("Your cart is empty.").waitFor();
    });

    test("the popup does not redirect once the shopper has pressed a key in it [P-09]", async () => {
      const page = await proceed();
      host.shop.pay(host.shop.orders.at(-1)!.number);
      await poll(page);
      const vouchers = page.getByRole("link", { name: "See your vouchers" });
      await vouchers.waitFor();
      await expect.poll(() => vouchers.evaluate((link) => link === document.activeElement)).toBe(true);
      await page.keyboard.press("Tab");
      await page.getByText("This page stays open until you press a button.").waitFor();
      expect(await page.getByRole("link", { name: "OK" }).evaluate((link) => link === document.activeElement)).toBe(
        true,
      );
      await page.clock.runFor(10_000);
      expect(new URL(page.url()).pathname).toBe("/verify-details");
      await page.getByRole("link", { name: "OK" }).click();
      await page.waitForURL(url("/"));
      await page.getByText(/^You bought Foreign Card /).waitFor();
    });

    test("the popup does not redirect once a click without a pointer, as from a screen reader, has pressed Stay on this page [P-09]", async () => {
      const page = await proceed();
      host.shop.pay(host.shop.orders.at(-1)!.number);
      await poll(page);
      await page.getByRole("link", { name: "Stay on this page" }).dispatchEvent("click");
      await page.clock.runFor(10_000);
      expect(new URL(page.url()).pathname).toBe("/verify-details");
      expect(await page.getByText("This page stays open until you press a button.").count()).toBe(1);
    });

    test("recomputes the countdown when its tab becomes visible again [P-10]", async () => {
      const page = await openCart();
      // As in a tab that sleeps: its intervals do not fire.
      await page.addInitScript("window.setInterval = () => 0");
      await page.getByRole("button", { name: "Proceed to Checkout" }).click();
      await page.waitForURL(/verify-details/);
      await settled(page);
      const left = () => page.getByRole("timer").innerText();
      const before = await left();
      await expect
        .poll(async () => {
          await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
          return left();
        })
        .not.toBe(before);
    });

    test("logs failed polls without an error message [E-19] [P-10]", async () => {
      const page = await proceed();
      host.fail("GET /place-order/", 500, { detail: "Traceback" });
      await poll(page);
      await expect.poll(() => shop().log).toContain("order status unknown");
      expect(shopper.problems).toEqual([]);

      await page.route("**/order-state*", (route) => route.abort());
      const failed = page.waitForEvent("requestfailed");
      await page.clock.runFor(4 * POLL_MS);
      await failed;
      await expect.poll(() => shopper.problems.join()).toContain("order state");
      expect(await page.getByText("Traceback").count()).toBe(0);
      expect(await page.getByRole("alert").filter({ hasText: /./ }).count()).toBe(0);

      await page.unroute("**/order-state*");
      host.heal();
      host.shop.pay(host.shop.orders.at(-1)!.number);
      await poll(page);
      await page.getByRole("dialog", { name: "Payment Success" }).waitFor();
    });

    test("shows that the payment cannot be checked after three failed polls, until Try again succeeds [E-19]", async () => {
      const page = await proceed();
      const notice = page.getByRole("status").filter({ hasText: "We cannot check your payment at the moment." });
      const again = notice.getByRole("button", { name: "Try again" });
      host.fail("GET /place-order/", 500, {});
      for (const isShown of [false, false, true]) {
        await poll(page);
        await expect.poll(() => notice.isVisible()).toBe(isShown);
      }
      host.heal();
      const before = polls();
      await again.click();
      await notice.waitFor({ state: "detached" });
      expect(polls()).toBe(before + 1);
    });

    test("the result page shows failed polls, too [E-19]", async () => {
      const page = await proceed();
      await visit(page, url(`/payment-success${new URL(page.url()).search}`));
      const notice = page.getByRole("status").filter({ hasText: "We cannot check your payment at the moment." });
      await page.route("**/order-state*", (route) => route.abort());
      await page.clock.runFor(11_000);
      expect(await notice.count()).toBe(0);
      await page.clock.runFor(6_000);
      await notice.waitFor();
      await page.unroute("**/order-state*");
      await notice.getByRole("button", { name: "Try again" }).click();
      await notice.waitFor({ state: "detached" });
      await page.getByRole("heading", { name: "Waiting for your payment" }).waitFor();
    });

    test("pauses for the shop's time after a rate limit, then polls every 2 s again [PAY-09]", async () => {
      const page = await proceed();
      host.fail("GET /place-order/", 429, { detail: "Too many requests" }, 1);
      const limited = page.waitForResponse((answer) => answer.status() === 429);
      await page.clock.runFor(POLL_MS);
      expect((await limited).headers()["retry-after"]).toBe("15");
      const before = polls();
      await page.clock.runFor(14_900);
      expect(polls()).toBe(before);
      await poll(page);
      await poll(page);
      expect(polls()).toBe(before + 2);
    });

    test("tabs do not poll in step [PAY-09]", async () => {
      const page = await proceed();
      // Record the delays of the next polls from the page's timers.
      await page.evaluate(`{
        const { setTimeout } = window;
        window.delays = [];
        window.setTimeout = (run, ms) => (window.delays.push(ms), setTimeout(run, ms));
        Math.random = () => 0.75;
      }`);
      await poll(page);
      await expect.poll(() => page.evaluate("window.delays.filter((ms) => ms > 1_000)")).toEqual([2_150]);
    });

    test("a hidden tab does not poll, and polls at once when it becomes visible [PAY-09]", async () => {
      const page = await proceed();
      const show = (state: string) =>
        page.evaluate(
          `Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
           document.dispatchEvent(new Event("visibilitychange"))`,
        );
      await poll(page);
      const before = polls();
      await show("hidden");
      await page.clock.runFor(10 * POLL_MS);
      expect(polls()).toBe(before);
      host.shop.pay(host.shop.orders.at(-1)!.number);
      await show("visible");
      await page.getByRole("dialog", { name: "Payment Success" }).waitFor();
      expect(polls()).toBe(before + 1);
    });

    test("stops polling after the end of the payment and after its time [PAY-09]", async () => {
      const page = await proceed();
      host.fail("GET /place-order/", 200, { status: "PAYMENT_FAILED" });
      await poll(page);
      await page.getByText("Time remaining").waitFor({ state: "detached" });
      // Screen readers read the new heading.
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Payment failed");
      expect(await page.title()).toMatch(/^Payment failed/);
      const ended = polls();
      await page.clock.runFor(181_000);
      expect([polls(), new URL(page.url()).pathname]).toEqual([ended, "/verify-details"]);
      host.heal();

      await shopper.close();
      const other = await proceed();
      await poll(other);
      await other.clock.fastForward(181_000);
      await other.waitForURL(({ pathname }) => pathname !== "/verify-details");
      const over = polls();
      await other.clock.runFor(10 * POLL_MS);
      expect(polls()).toBe(over);
    });

    test("the browser's storage holds nothing of a payment [K-07]", async () => {
      const page = await proceed();
      await poll(page);
      const kept = "Object.keys(localStorage).concat(Object.keys(sessionStorage))";
      expect(await page.evaluate(kept)).toEqual([]);
      await visit(page, url("/cart"));
      expect(await page.evaluate(kept)).toEqual([]);
    });

    test("shows toasts of the payment screens for 3 s [H-14]", async () => {
      const page = await proceed();
      await page.getByRole("button", { name: /^Pay ₹/ }).click();
      const toast = page.locator("toast-list").getByText("Please select a payment method");
      await toast.waitFor();
      await page.clock.runFor(2_900);
      expect(await toast.isVisible()).toBe(true);
      await page.clock.runFor(100);
      await toast.waitFor({ state: "hidden" });
      const alert = page.getByRole("alert").filter({ hasText: "Please select a payment method" });
      expect(await alert.count()).toBe(1);
      await page.getByLabel("PhonePe").check();
      await alert.waitFor({ state: "detached" });
    });
  });
