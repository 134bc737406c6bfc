import type { Page } from "playwright";
import { afterAll, afterEach, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { useBrowser, visit } from "../helpers/browser/browser.ts";
import { FARAH, useSession } from "../helpers/browser/session.ts";
import { useShop } from "../helpers/shop/shop.ts";

// Forms and links that a <page-region> answers within the page: cart, product, login. Runs with JavaScript only.

let host: ForeignHost;
const shop = useShop(async () => {
  host = await new ForeignHost().start();
  return { tenants: { foreign: { api: { url: host.url } } }, env: { COMMERCE_API_PORT: "0" } };
});
const openWindow = useBrowser();
const enter = useSession(shop, "foreign", FARAH);
/** A separate session, which ends. */
const enterToLeave = useSession(shop, "foreign", FARAH);
afterEach(() => {
  host.heal();
  host.shop.cart = [];
});
afterAll(() => host[Symbol.asyncDispose]());

const url = (path: string) => shop().url("foreign", path);

/** Opens a page and marks its document. */
async function open(path: string, prepare?: (page: Page) => Promise<void>) {
  const shopper = await openWindow();
  await prepare?.(shopper.page);
  await visit(shopper.page, url(path));
  await shopper.page.evaluate("window.isHere = true");
  return shopper;
}

/** Somebody with two cards of ₹500.00 in the cart, and one of each other amount. */
function openCart(others: number[] = [], prepare = enter) {
  const items = [500, ...others].map((amount, index) => ({
    product_id: "gc-005",
    quantity: index === 0 ? 2 : 1,
    selectedDenomination: amount,
  }));
  host.shop.answer("POST /cart/", new URLSearchParams(), { cart_items: items });
  return open("/cart", prepare);
}

const isHere = (page: Page) => page.evaluate("window.isHere === true");

const boxOf = (page: Page) => page.getByRole("textbox", { name: /^Quantity of/ });

test("quick presses in the cart add up, make one history entry, and keep the focus", async () => {
  const { page, problems } = await openCart();
  const depth = await page.evaluate("history.length");
  const more = page.getByRole("button", { name: /^One more of/ });
  const letAnswerCome = host.hold("PATCH /cart/", 1);
  for (const expected of ["03", "04", "05"]) {
    await more.click();
    await expect.poll(() => boxOf(page).inputValue()).toBe(expected);
  }
  letAnswerCome();
  await page.getByText("₹2,500.00").first().waitFor();
  expect(await boxOf(page).inputValue()).toBe("05");
  await expect.poll(() => page.locator(".cart-count").allTextContents()).toEqual(["5 items", "5 items"]);
  await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true);
  expect([await isHere(page), await page.evaluate("history.length")]).toEqual([true, depth]);
  // The first press, and the last one's number; those between were never sent.
  expect(host.recorded("PATCH /cart/").map(({ body }) => (body as { quantity: number }).quantity)).toEqual([3, 5]);
  expect(problems).toEqual([]);
});

test("a refused change shows its reason and restores the number, each time", async () => {
  const { page } = await openCart();
  const toast = page.locator("toast-list").getByText("Failed to update quantity");
  for (let times = 0; times < 2; times++) {
    host.fail("PATCH /cart/", 500, {});
    await page.getByRole("button", { name: /^One more of/ }).click();
    await toast.first().waitFor();
    await expect.poll(() => boxOf(page).inputValue()).toBe("02");
    await toast.first().waitFor({ state: "hidden" });
    host.heal();
  }
  expect(await isHere(page)).toBe(true);
});

test("a quantity that is no number stays in its box, beside the reason", async () => {
  const { page } = await openCart();
  const before = host.recorded("PATCH /cart/").length;
  await boxOf(page).fill("abc");
  await boxOf(page).blur();
  await page.getByText("Please enter a whole number from 1 to 999").waitFor();
  expect(await boxOf(page).inputValue()).toBe("abc");
  expect(await boxOf(page).getAttribute("aria-invalid")).toBe("true");
  await boxOf(page).fill("4");
  await boxOf(page).blur();
  await page.getByText("₹2,000.00").first().waitFor();
  expect([await boxOf(page).inputValue(), await boxOf(page).getAttribute("aria-invalid")]).toEqual(["04", null]);
  expect(host.recorded("PATCH /cart/").slice(before)).toMatchObject([{ body: { quantity: 4 } }]);
});

test("typed values of a line stay with it when another line is removed", async () => {
  const { page } = await openCart([600]);
  const [, second] = host.shop.cart;
  const letAnswerCome = host.hold("DELETE /cart/", 1);
  await page
    .getByRole("button", { name: /^Remove/ })
    .first()
    .click();
  await boxOf(page).nth(1).fill("7");
  letAnswerCome();
  await expect.poll(() => boxOf(page).count()).toBe(1);
  expect(await boxOf(page).inputValue()).toBe("7");
  await expect.poll(() => boxOf(page).evaluate((box) => box === document.activeElement)).toBe(true);
  await boxOf(page).blur();
  await page.getByText("₹4,200.00").first().waitFor();
  expect(host.recorded("PATCH /cart/").at(-1)!.body).toMatchObject({ id: second!.id, quantity: 7 });
  expect(await isHere(page)).toBe(true);
});

test("leads a shopper who signed out elsewhere to the login", async () => {
  const { page } = await openCart([], enterToLeave);
  const other = await page.context().newPage();
  await visit(other, url("/help-center"));
  await other.getByRole("button", { name: "Logout" }).first().click();
  await other.getByRole("link", { name: "SIGN IN" }).first().waitFor();
  await other.close();
  await page.getByRole("button", { name: /^One more of/ }).click();
  await page.waitForURL("**/login?*");
  expect(await page.getByRole("heading", { name: "Login" }).isVisible()).toBe(true);
});

test("announces the new total of the cart", async () => {
  const { page } = await openCart();
  const total = page.locator('[aria-live="polite"]', { hasText: "in your cart" });
  await total.evaluate((element) => void Object.assign(element, { isSame: true }));
  await page.getByRole("button", { name: /^One more of/ }).click();
  await total.filter({ hasText: "3 items in your cart. You pay ₹1,500.00." }).waitFor();
  // Screen readers announce a change inside an element that stays.
  expect(await total.evaluate((element) => (element as Element & { isSame?: true }).isSame)).toBe(true);
});

test("drops a page that was fetched before a change in place", async () => {
  const { page } = await openCart();
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.headers()["sec-purpose"] ?? ""));
  const link = page.locator(".profile-link");
  await link.hover();
  await page.mouse.down();
  await expect.poll(() => asked).toContain("prefetch");
  await page.mouse.move(5, 500);
  await page.mouse.up();
  await page.getByRole("button", { name: /^One more of/ }).click();
  await page.getByText("₹1,500.00").first().waitFor();
  await link.click();
  await page.waitForURL("**/edit-profile");
  expect(await page.locator("#cart-count").textContent()).toBe("3 items");
});

test("changes an unavailable amount with a reason, and keeps the rest of the form", async () => {
  const { page, problems } = await open("/shopping-cart?product=gc-005");
  await page.getByLabel("Enter Denomination").fill("99999999");
  await page.getByLabel("Enter Denomination").blur();
  await page.getByText(/^Exceeds the maximum/).waitFor();
  await page.getByLabel("Quantity").fill("3");
  await page.getByLabel("Quantity").blur();
  await page.waitForURL("**quantity=3**");
  // The page still shows another amount than the typed one, so it still shows the reason; a step keeps the reason, too.
  await page.getByText(/^Exceeds the maximum/).waitFor();
  await page.getByRole("link", { name: "One less" }).click();
  await page.waitForURL("**quantity=2**");
  await page.getByText(/^Exceeds the maximum/).waitFor();
  await page.getByRole("link", { name: "One more" }).click();
  await page.waitForURL("**quantity=3**");
  const most = await page.getByLabel("Enter Denomination").inputValue();
  expect(Number(most)).toBeLessThan(99_999_999);
  expect(await page.getByLabel("Quantity").inputValue()).toBe("3");
  expect(await isHere(page)).toBe(true);
  // The same again: the markup of the answer is the same, the box is not.
  await page.getByLabel("Enter Denomination").fill("88888888");
  await page.getByLabel("Enter Denomination").blur();
  await expect.poll(() => page.getByLabel("Enter Denomination").inputValue()).toBe(most);
  // An available amount needs no reason.
  await page.getByLabel("Enter Denomination").fill("500");
  await page.getByLabel("Enter Denomination").blur();
  await page.waitForURL("**denomination=500**");
  await page.getByLabel("Quantity").fill("4");
  await page.getByLabel("Quantity").blur();
  await page.waitForURL("**denomination=500&quantity=4**");
  expect(await page.getByText(/^Exceeds the maximum/).count()).toBe(0);
  expect(problems).toEqual([]);
});

test("quick presses of a product's steps add up, and the address shows the last state", async () => {
  const { page } = await open("/shopping-cart?product=gc-005&denomination=500");
  const depth = await page.evaluate("history.length");
  for (let press = 0; press < 3; press++) await page.getByRole("link", { name: "One more" }).click();
  await expect.poll(() => page.getByLabel("Quantity").inputValue()).toBe("4");
  await expect.poll(() => page.locator("output").innerText()).toBe("₹2,000.00");
  await page.waitForURL("**quantity=4**");
  expect([await isHere(page), await page.evaluate("history.length")]).toEqual([true, depth]);
});

test("a refused login keeps the typed text, and the next attempt needs no new page", async () => {
  const { page } = await open("/login");
  await page.getByLabel("Email or phone").fill("farah@foreign.example");
  await page.getByLabel("Password", { exact: true }).fill("Wrong@123");
  await page.getByRole("button", { name: "Login" }).click();
  await page.locator("form [data-problem]").waitFor();
  expect(await page.getByLabel("Email or phone").inputValue()).toBe("farah@foreign.example");
  await expect
    .poll(() => page.locator("form [data-problem]").evaluate((box) => box === document.activeElement))
    .toBe(true);
  expect(await isHere(page)).toBe(true);
  await page.getByLabel("Password", { exact: true }).fill("Foreign@1");
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL(url("/"));
});
