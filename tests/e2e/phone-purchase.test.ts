import { expect, test } from "vitest";

import { goTo, hasJavaScript, keepPicture, useBrowser } from "../helpers/browser/browser.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { newNumber, readPhoneCode } from "../helpers/shop/shopper.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
const openWindow = useBrowser();

test("a new shopper buys a card with nothing but a phone number and a code", async () => {
  const phone = newNumber();
  const { page } = await openWindow();
  await goTo(page, shop().url("aurora", "/search?q=Kettle"));
  const card = page.getByRole("article", { name: "Kettle & Clove" });
  await card.getByLabel("Denomination").selectOption("₹100.00");
  await card.getByRole("button", { name: /View Coupon/ }).click();
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await page.getByRole("link", { name: "Continue with a phone number" }).click();
  await page.getByLabel("Mobile number").fill(phone);
  await keepPicture(page, "phone");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByRole("heading", { name: "Enter the code" }).waitFor();
  await keepPicture(page, "phone-code");
  const sent = await readPhoneCode(await new TextBrowser().open(shop().url("aurora")), phone);
  await page.getByLabel("6-digit code").fill(sent);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/cart");

  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await page.getByLabel("PhonePe").check();
  await page.getByLabel(/I accept Terms and Conditions/).check();
  const button = page.getByRole("button", { name: /^Pay ₹/ });
  if (hasJavaScript) await expect.poll(() => button.innerText()).toBe("Pay ₹100.00 with PhonePe");
  else await button.click(); // to the page that holds the link
  const opener = hasJavaScript ? button : page.getByRole("link", { name: "Open PhonePe" });
  const [tab] = await Promise.all([page.waitForEvent("popup"), opener.click()]);
  await tab.getByRole("button", { name: "Approve", exact: true }).click();
  await tab.getByRole("heading", { name: "Payment received" }).waitFor();
  await tab.close();
  await page.getByRole("heading", { name: "Payment Success" }).waitFor();
  await goTo(page, shop().url("aurora", "/order-history"));
  await page.locator("summary", { hasText: "Show code" }).first().click();
  const code = /[A-Z]{2,3}\d{4}-\d{4}-\d{4}/;
  expect(await page.getByText(code).first().innerText()).toMatch(code);
});
