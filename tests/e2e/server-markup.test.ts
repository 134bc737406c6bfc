import type { Page } from "playwright";
import { expect, test } from "vitest";

import { holdScripts, settled, useBrowser, visit } from "../helpers/browser/browser.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { SCREENS } from "../helpers/shots/screens.ts";
import { prepareShoppers } from "../helpers/shots/shot-shoppers.ts";

// The header and footer follow a change of the cart, and stay as the server wrote them where React runs.

const shop = useSharedShop();
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

let payer: ReturnType<typeof prepareShoppers> | undefined;

/** A payment screen, whose scripts do not come before `letScriptsCome` is called. */
async function openPayment() {
  payer ??= prepareShoppers(
    shop(),
    "aurora",
    SCREENS.filter(({ as }) => as === "payer"),
  );
  const { cookiesOf, fillIn } = await payer;
  const { page } = await openWindow();
  await page.context().addCookies(cookiesOf("payer"));
  const letScriptsCome = await holdScripts(page);
  await page.goto(shop().url("aurora", fillIn("/payment?orderid={order}")), { waitUntil: "commit" });
  await page.getByLabel("PhonePe").waitFor();
  return { page, letScriptsCome };
}

/** The header and footer of a payment screen, and the page's title. */
const frameOf = (page: Page) =>
  page.locator("#page-top, #order-summary").evaluateAll((parts) => parts.map((part) => part.innerHTML));

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

test("a payment screen that breaks in the browser keeps its header", async () => {
  const { page, letScriptsCome } = await openPayment();
  const [header] = await frameOf(page);
  expect(header!.length).toBeGreaterThan(200);
  letScriptsCome();
  await settled(page);
  await page.evaluate(() => {
    globalThis.URLSearchParams = class {
      constructor() {
        throw new Error("broken in the browser");
      }
    } as never;
  });
  await page.getByRole("heading", { name: "Oops! Something went wrong" }).waitFor();
  expect((await frameOf(page))[0]).toBe(header);
});

test("the header shows the same balance that the page uses", async () => {
  const { page, problems } = await openCart();
  const balance = page.locator("#coin-balance");
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

test("a payment screen that was translated before its scripts ran keeps title, header and order", async () => {
  const { page, letScriptsCome } = await openPayment();
  const title = await page.title();
  await page.locator("h1").evaluate((heading) => (heading.textContent = "Translated"));
  const before = await frameOf(page);
  letScriptsCome();
  await page.getByRole("heading", { name: "Translated" }).waitFor({ state: "detached" });
  expect(await page.title()).toBe(title);
  expect(title).not.toBe("");
  expect(await frameOf(page)).toEqual(before);
});
