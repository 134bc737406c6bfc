import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";

import { goTo, hasJavaScript, useBrowser } from "../helpers/browser/browser.ts";
import { takeOver } from "../helpers/browser/session.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { signIn } from "../helpers/shop/shopper.ts";

// The presses of a signed-in shopper. Those in the UPI app are not counted.

const shop = useSharedShop();
const openWindow = useBrowser();

/** The most presses from the list of cards to the code; without scripts, a page more opens the UPI app. */
const MOST = hasJavaScript ? 8 : 10;

let presses = 0;
async function press(target: Locator) {
  presses += 1;
  await target.click();
}

/** From the list of cards to the payment screen, for one card of the offered amount. */
async function chooseCard(page: Page) {
  await takeOver(page, await signIn(shop(), "meridian"));
  await goTo(page, shop().url("meridian", "/search?q=Raga"));
  presses = 0;
  await press(page.getByRole("button", { name: /View Coupon/ }).first());
  await press(page.getByRole("button", { name: "Add to Cart" }));
  await press(page.getByRole("button", { name: "Proceed to Checkout" }));
}

/** Chooses PhonePe, accepts the terms, and answers in the tab that opens. */
async function pay(page: Page, answer: "Approve" | "Decline"): Promise<Page> {
  await press(page.getByLabel("PhonePe"));
  await press(page.getByLabel(/I accept Terms and Conditions/));
  const button = page.getByRole("button", { name: /^Pay ₹/ });
  if (hasJavaScript) await expect.poll(() => button.innerText()).toContain("with PhonePe");
  else await press(button);
  const opener = hasJavaScript ? button : page.getByRole("link", { name: "Open PhonePe" });
  const [tab] = await Promise.all([page.waitForEvent("popup"), press(opener)]);
  await tab.getByRole("button", { name: answer, exact: true }).click();
  return tab;
}

test("a signed-in shopper presses at most eight times from the cards to the code, ten without scripts", async () => {
  const { page } = await openWindow();
  await chooseCard(page);
  const tab = await pay(page, "Approve");
  await tab.getByRole("heading", { name: "Payment received" }).waitFor();
  await tab.close();
  await press(page.getByRole("link", { name: "Show code" }));
  await page
    .getByText(/^[A-Z]{2,3}\d{4}-\d{4}-\d{4}$/)
    .first()
    .waitFor();
  expect(presses).toBeLessThanOrEqual(MOST);
});

test("one press leads from a declined payment back to every method of the same order", async () => {
  const { page } = await openWindow();
  await chooseCard(page);
  const tab = await pay(page, "Decline");
  await tab.getByRole("heading", { name: "Payment failed" }).waitFor();
  const order = new URL(tab.url()).searchParams.get("orderid");
  await page.close();

  await tab.getByRole("button", { name: "Try again" }).click();
  await tab.getByLabel("Paytm").waitFor();
  expect(new URL(tab.url()).searchParams.get("orderid")).toBe(order);
  const paid = await pay(tab, "Approve");
  await paid.getByRole("heading", { name: "Payment received" }).waitFor();
  await paid.getByRole("link", { name: "See your vouchers" }).click();
  await paid.getByText("Completed").first().waitFor();
});
