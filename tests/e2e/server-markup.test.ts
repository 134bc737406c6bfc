import type { Page } from "playwright";
import { expect, test } from "vitest";
import { holdScripts, useBrowser, visit } from "../helpers/browser.ts";
import { SCREENS } from "../helpers/screens.ts";
import { prepareShoppers } from "../helpers/shot-shoppers.ts";
import { useShop } from "../helpers/shop.ts";

// Header and footer stay as the server wrote them on pages that React takes over.

const shop = useShop();
const openWindow = useBrowser();

/** The cart of somebody who has something in it. */
async function openCart() {
  const shoppers = await prepareShoppers(
    shop(),
    "aurora",
    SCREENS.filter(({ as }) => as === "shopper"),
  );
  const shopper = await openWindow();
  await shopper.page.context().addCookies(shoppers.cookiesOf("shopper"));
  await visit(shopper.page, shop().url("aurora", "/cart"));
  return shopper;
}

/** What stands around the page. */
const frameOf = (page: Page) =>
  page.locator("#page-top, #page-end").evaluateAll((parts) => parts.map((part) => part.innerHTML));

test("the number on the cart's links follows a change of the cart", async () => {
  const { page, problems } = await openCart();
  const numbers = page.locator(".cart-count");
  const [before] = await numbers.allInnerTexts();
  const count = Number.parseInt(before ?? "");
  expect(count).toBeGreaterThan(1);
  // The last line holds one card.
  await page
    .getByRole("button", { name: /^Remove / })
    .last()
    .click();
  await page.waitForFunction(
    (expected) => [...document.querySelectorAll(".cart-count")].every(({ textContent }) => textContent === expected),
    count === 2 ? "1 item" : `${count - 1} items`,
  );
  expect(await numbers.count()).toBe(2);
  expect(problems).toEqual([]);
});

test("a page that breaks in the browser keeps its header and footer", async () => {
  const { page } = await openWindow();
  await visit(page, shop().url("aurora", "/shopping-cart?product=2"));
  const before = await frameOf(page);
  expect(before.map((html) => html.length > 500)).toEqual([true, true]);
  await page.evaluate(() => {
    Object.defineProperty(Intl.NumberFormat.prototype, "format", {
      get() {
        throw new Error("broken in the browser");
      },
    });
  });
  await page.getByLabel("Enter Denomination").fill("750");
  await page.getByRole("heading", { name: "Oops! Something went wrong" }).waitFor();
  expect(await frameOf(page)).toEqual(before);
});

test("the balance in the header is the one that the page reckons with", async () => {
  const { page, problems } = await openCart();
  const balance = page.locator(".coin-balance");
  const before = await balance.innerText();
  const other = await page.context().newPage();
  await visit(other, shop().url("aurora", "/redeem-voucher"));
  await other.getByLabel("Voucher code").fill("WELCOME-100");
  await other.getByRole("button", { name: "Add Coins" }).click();
  await other.getByText("100 coins added").first().waitFor();
  await other.close();
  await page.getByLabel(/Use coins for a discount/).check();
  await page.getByText("Coin discount").waitFor();
  const after = await balance.innerText();
  expect(after).not.toBe(before);
  await expect(page.locator("main").innerText()).resolves.toContain(`You have ${after} coins`);
  expect(problems).toEqual([]);
});

test("a page that a translator changed before its scripts ran keeps title, header and footer", async () => {
  const { page } = await openWindow();
  const letScriptsCome = await holdScripts(page);
  await page.goto(shop().url("aurora", "/shopping-cart?product=2"), { waitUntil: "commit" });
  await page.getByLabel("Enter Denomination").waitFor();
  const title = await page.title();
  await page.locator("h1").evaluate((heading) => (heading.textContent = "Translated"));
  const before = await frameOf(page);
  letScriptsCome();
  await page.getByRole("heading", { name: "Translated" }).waitFor({ state: "detached" });
  expect(await page.title()).toBe(title);
  expect(title).not.toBe("");
  expect(await frameOf(page)).toEqual(before);
});
