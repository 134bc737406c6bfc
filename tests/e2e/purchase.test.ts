import type { Page } from "playwright";
import { expect, test } from "vitest";

import { goTo, hasJavaScript, keepPicture, useBrowser } from "../helpers/browser/browser.ts";
import { keepPage } from "../helpers/browser/keep-page.ts";
import { takeOver } from "../helpers/browser/session.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { addToCart as fillCart, signIn } from "../helpers/shop/shopper.ts";

const shop = useSharedShop();
const openWindow = useBrowser();

/** The balance in the header, in coins. */
async function coinsOf(page: Page): Promise<number> {
  const text = await page.getByRole("link", { name: /[\d.,]+ Points/ }).innerText();
  return Number(text.match(/[\d.,]+/)![0].replaceAll(",", ""));
}

async function logIn(page: Page, brand: string) {
  await goTo(page, shop().url(brand));
  await keepPicture(page, `${brand}-catalogue`);
  await page.getByRole("link", { name: "SIGN IN" }).click();
  await page.getByLabel("Email or phone").fill("demo@awning.test");
  await page.getByLabel("Password", { exact: true }).fill("Demo@2026");
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL(shop().url(brand));
}

/** Finds a product by the search box and puts it into the cart. */
async function addToCart(page: Page, name: string, amount: string, quantity: string) {
  await page.getByPlaceholder("Search for coupons...").fill(name);
  await page.getByPlaceholder("Search for coupons...").press("Enter");
  const card = page.getByRole("article", { name });
  await card.getByLabel("Denomination").selectOption(amount);
  // As a shopper types over a number: in Firefox fill() would add to what is there.
  await card.getByLabel("Quantity").press("Control+a");
  await card.getByLabel("Quantity").pressSequentially(quantity);
  await card.getByRole("button", { name: /View Coupon/ }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await keepPicture(page, `product-${name}`);
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await page.waitForURL("**/cart");
}

/** Ticks the coin switch: with JavaScript that is enough, else Apply sends it. */
async function useCoins(page: Page) {
  await page.getByLabel(/Use coins for a discount/).check();
  if (!hasJavaScript) await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Coin discount").waitFor();
}

/** Chooses PhonePe, accepts the terms, pays in the tab that opens, and finds the result in the first one. */
async function pay(page: Page, brand: string, amount: string) {
  await page.getByLabel("PhonePe").check();
  await page.getByLabel(/I accept Terms and Conditions/).check();
  const button = page.getByRole("button", { name: /^Pay ₹/ });
  if (hasJavaScript) await expect.poll(() => button.innerText()).toBe(`Pay ${amount} with PhonePe`);
  else await button.click(); // to the page that holds the link
  await keepPicture(page, "pay");
  const opener = hasJavaScript ? button : page.getByRole("link", { name: "Open PhonePe" });
  // Some shoppers press everything twice.
  const press = hasJavaScript ? opener.dblclick() : opener.click();
  const [tab] = await Promise.all([page.waitForEvent("popup"), press]);
  await keepPicture(tab, "sandbox");
  await tab.getByRole("button", { name: "Approve", exact: true }).click();
  const stopKeeping = await keepPage(page, shop().url(brand));
  await tab.getByRole("heading", { name: "Payment received" }).waitFor();
  await tab.close();
  expect(page.context().pages()).toEqual([page]);
  // With JavaScript the first tab polls every two seconds, without it reloads every five.
  await page.getByRole("heading", { name: "Payment Success" }).waitFor();
  await keepPicture(page, "payment-success");
  await stopKeeping();
  await page.getByRole("link", { name: "OK" }).click();
  // The next page is not to be opened while this one is on its way.
  await page.waitForURL(({ pathname }) => pathname === "/");
}

/** The second brand looks different, which no second browser need see. */
const PURCHASES = [
  ["aurora", "Kettle & Clove", "₹500.00", "₹900.00", 100],
  ["tamarind", "Raga Stream", "₹299.00", "₹538.20", 59.8],
] as const;

test.each(process.env.BROWSER === "firefox" ? PURCHASES.slice(0, 1) : PURCHASES)(
  "buys at %s, paying ten per cent in coins",
  async (brand, name, amount, cash, coins) => {
    const shopper = await openWindow();
    const { page } = shopper;
    await logIn(page, brand);
    const before = await coinsOf(page);
    await addToCart(page, name, amount, "2");
    await useCoins(page);
    await keepPicture(page, `${brand}-cart`);
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await page.getByRole("heading", { name: `₹ ${cash.slice(1)} | Make Payment` }).waitFor();
    const reference = await page
      .getByText(/^ORD\d{13,}$/)
      .first()
      .innerText();
    await keepPicture(page, `${brand}-verify-details`);
    await pay(page, brand, cash);

    await goTo(page, shop().url(brand, "/order-history"));
    const order = page.locator("article, section, li, details").filter({ hasText: reference }).last();
    await order.getByText("Completed").waitFor();
    expect(await order.getByText(/^[A-Z]{2,3}\d{4}-\d{4}-\d{4}$/).count()).toBe(2);
    await keepPicture(page, `${brand}-order-history`);
    expect(await coinsOf(page)).toBeCloseTo(before - coins, 2);
    expect(shopper.problems).toEqual([]);
  },
);

test("Proceed uses a typed quantity, and Enter only saves it", async () => {
  const shopper = await openWindow();
  const { page } = shopper;
  await takeOver(page, await fillCart(await signIn(shop(), "meridian"), "Raga Stream", "₹299.00", "2"));
  await goTo(page, shop().url("meridian", "/cart"));
  const box = page.getByRole("textbox", { name: "Quantity of Raga Stream" });
  await box.fill("3");
  await box.press("Enter");
  await page.getByText("₹897.00").first().waitFor();
  expect([new URL(page.url()).pathname, await box.inputValue()]).toEqual(["/cart", "03"]);

  await box.fill("4");
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await page.getByText("You would now pay ₹1,196.00. Please check your cart and proceed again.").first().waitFor();
  expect(await box.inputValue()).toBe("04");
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await page.getByRole("heading", { name: "₹ 1196.00 | Make Payment" }).waitFor();
  // Without scripts the refusal is a page with status 409, which the browser reports.
  expect(shopper.problems.filter((problem) => !problem.includes("409"))).toEqual([]);
});
