import type { Page } from "playwright";
import { expect, test } from "vitest";

import { goTo, hasJavaScript, settled, useBrowser } from "../helpers/browser/browser.ts";
import { keepPage } from "../helpers/browser/keep-page.ts";
import { takeOver } from "../helpers/browser/session.ts";
import { useGatewayShop } from "../helpers/gateways/gateway-shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";

// Whole purchases through simulated gateways, whose own pages the shopper clicks.

const { shop, gateway } = useGatewayShop();
const openWindow = useBrowser();

/** To the payment screen of a new order for one card of ₹299. */
async function proceed(page: Page, brand: string) {
  await takeOver(page, await addToCart(await signIn(shop(), brand), "Raga Stream", "₹299.00"));
  await goTo(page, shop().url(brand, "/cart"));
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await page.waitForURL(/verify-details/);
  await settled(page);
  await page.getByLabel(/I accept Terms and Conditions/).check();
}

async function isDelivered(page: Page, brand: string) {
  await goTo(page, shop().url(brand, "/order-history"));
  await page.getByText("Completed").first().waitFor();
}

test.each(["razorpay-hosted", "phonepe-hosted"])("%s: a shopper is declined, pays, and comes back", async (brand) => {
  const { simulated } = gateway(brand);
  const { page, problems } = await openWindow();
  await proceed(page, brand);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  if (!hasJavaScript) await page.getByRole("link", { name: "Continue to payment" }).click();
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByText("The payment was declined.").waitFor();
  await page.getByRole("button", { name: "Pay ₹299.00", exact: true }).click();
  await page.getByRole("heading", { name: "Payment received" }).waitFor();
  expect(page.url()).toContain(shop().url(brand, "/payment-success"));
  await isDelivered(page, brand);
  expect(simulated.books().received).toMatchObject([{ amount: 29_900 }]);
  // The simulator has no icon, which a browser requests.
  expect(problems.filter((problem) => problem.includes(".localhost"))).toEqual([]);
});

test("a shopper pays the shown amount in an app, and the screen confirms it", async () => {
  const brand = "cashfree-direct";
  const { simulated, at } = gateway(brand);
  const { page } = await openWindow();
  await proceed(page, brand);
  await page.getByRole("radio", { name: /Other/ }).check();
  // No app is installed here, so the link leads nowhere; the payer pays on a phone.
  await page.getByRole("button", { name: /^Pay ₹/ }).click();
  await keepPage(page, shop().url(brand));
  const phone = await page.context().newPage();
  await phone.goto(at.url);
  await phone.getByRole("link", { name: simulated.lastAttempt() }).click();
  await phone.getByRole("button", { name: "Pay ₹299.00", exact: true }).click();
  await page.getByRole("heading", { name: "Payment Success" }).waitFor();
  await isDelivered(page, brand);
  expect(simulated.books().received).toMatchObject([{ amount: 29_900 }]);
});
