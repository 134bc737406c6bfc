import type { Page } from "playwright";
import { expect, test } from "vitest";

import { holdScripts, useBrowser } from "../helpers/browser/browser.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { SCREENS } from "../helpers/shots/screens.ts";
import { prepareShoppers } from "../helpers/shots/shot-shoppers.ts";

// On a slow phone one types before the scripts are there; with them nothing of it is lost.

const shop = useSharedShop();
const openWindow = useBrowser();

/** Opens a page whose scripts wait for the function that this returns. */
async function openBeforeScripts(page: Page, path: string) {
  const letScriptsCome = await holdScripts(page);
  await page.goto(shop().url("aurora", path), { waitUntil: "commit" });
  return letScriptsCome;
}

test("scripts that start late keep the chosen amount, quantity and gift, and update the total", async () => {
  const shopper = await openWindow();
  const { page } = shopper;
  const letScriptsCome = await openBeforeScripts(page, "/shopping-cart?product=2&denomination=500");
  await page.getByLabel("Enter Denomination").fill("1000");
  await page.getByLabel("Quantity").fill("3");
  await page.getByLabel("Send as Gift").check();
  expect(await page.locator("output").innerText()).not.toContain("3,000");
  letScriptsCome();
  await page.locator("output").getByText("₹3,000.00").waitFor();
  expect(await page.getByLabel("Enter Denomination").inputValue()).toBe("1000");
  expect(await page.getByLabel("Quantity").inputValue()).toBe("3");
  expect(await page.getByLabel("Send as Gift").isChecked()).toBe(true);
  expect(shopper.problems).toEqual([]);
});

test("scripts that start late keep the chosen payment method, and the button names it", async () => {
  const payer = await prepareShoppers(
    shop(),
    "aurora",
    SCREENS.filter(({ as }) => as === "payer"),
  );
  const shopper = await openWindow();
  const { page } = shopper;
  await page.context().addCookies(payer.cookiesOf("payer"));
  const letScriptsCome = await openBeforeScripts(page, payer.fillIn("/payment?orderid={order}"));
  await page.getByLabel("PhonePe").check();
  letScriptsCome();
  await page.getByRole("button", { name: /^Pay ₹[\d,.]+ with PhonePe$/ }).waitFor();
  expect(await page.getByLabel("PhonePe").isChecked()).toBe(true);
  expect(shopper.problems).toEqual([]);
});
