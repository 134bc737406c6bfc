import { afterAll, afterEach, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { settled, stopClock, useBrowser, visit } from "../helpers/browser/browser.ts";
import { FARAH, useSession } from "../helpers/browser/session.ts";
import { useShop } from "../helpers/shop/shop.ts";

// Shoppers' acts while an answer is on its way: press again, type on, go back. Runs with JavaScript only.

let host: ForeignHost;
const shop = useShop(async () => {
  host = await new ForeignHost().start();
  return {
    tenants: { foreign: { api: { url: host.url }, features: { gift: true } } },
    env: { COMMERCE_API_PORT: "0" },
  };
});
const openWindow = useBrowser();
const enter = useSession(shop, "foreign", FARAH);
afterEach(() => {
  host.heal();
  host.shop.cart = [];
});
afterAll(() => host[Symbol.asyncDispose]());

const url = (path: string) => shop().url("foreign", path);
const PRODUCT = "/shopping-cart?product=gc-005&denomination=500";

/** A page in the window of somebody who is signed in. */
async function open(path: string) {
  const { page } = await openWindow();
  await enter(page);
  await visit(page, url(path));
  return { page };
}

/** A cart with one card of each amount. */
function openCart(...amounts: number[]) {
  const items = amounts.map((amount) => ({ product_id: "gc-005", quantity: 1, selectedDenomination: amount }));
  host.shop.answer("POST /cart/", new URLSearchParams(), { cart_items: items });
  return open("/cart");
}

const addedSince = (before: number) =>
  host
    .recorded("POST /cart/")
    .slice(before)
    .map(({ body }) => body.cart_items);

test("a step and impatient presses of Add to Cart put one line into the cart", async () => {
  const { page } = await open(PRODUCT);
  const before = host.recorded("POST /cart/").length;
  // Long enough for an answer to the step's choice, if it were requested.
  host.delay("POST /cart/", 1_500, 1);
  await page.getByRole("link", { name: "One more" }).click();
  await page.evaluate(() => {
    const labels = new Set<string>();
    const press = () => {
      const button = document.querySelector<HTMLButtonElement>(".pay-bar button")!;
      button.click();
      labels.add(button.innerText);
    };
    press();
    setInterval(press, 20);
    addEventListener("pagehide", () => sessionStorage.setItem("labels", [...labels].join()));
  });
  await page.waitForURL(url("/cart"));
  expect(await page.evaluate("sessionStorage.getItem('labels')")).toBe("Adding to Cart...");
  expect(addedSince(before)).toHaveLength(1);
  expect(host.shop.cart.map(({ quantity }) => quantity)).toEqual([2]);
});

test("a step that is pressed while an older choice is on its way counts", async () => {
  const { page } = await open(PRODUCT);
  await stopClock(page);
  await page.reload();
  await settled(page);
  const { promise, resolve: letItCome } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route("**quantity=2**", async (route) => {
    asked += 1;
    await promise;
    await route.continue();
  });
  const more = page.getByRole("link", { name: "One more" });
  await more.click();
  await page.clock.runFor(300);
  await expect.poll(() => asked).toBe(1);
  await more.click();
  letItCome();
  await page.waitForURL("**quantity=2**");
  expect(await page.getByLabel("Quantity").inputValue()).toBe("3");
  expect(await page.locator("output").innerText()).toBe("₹1,500.00");
  await page.clock.runFor(300);
  await page.waitForURL("**quantity=3**");
  expect(await page.getByLabel("Quantity").inputValue()).toBe("3");
});

test("an answer about one line leaves the number of another whose change waits", async () => {
  const { page } = await openCart(500, 600);
  const letFirstCome = host.hold("PATCH /cart/", 1);
  const before = host.recorded("PATCH /cart/").length;
  const more = page.getByRole("button", { name: /^One more of/ });
  await more.nth(0).click();
  await expect.poll(() => host.recorded("PATCH /cart/").length).toBe(before + 1);
  const letSecondCome = host.hold("PATCH /cart/", 1);
  await more.nth(1).click();
  letFirstCome();
  await expect.poll(() => host.recorded("PATCH /cart/").length).toBe(before + 2);
  const boxes = page.getByRole("textbox", { name: /^Quantity of/ });
  expect([await boxes.nth(0).inputValue(), await boxes.nth(1).inputValue()]).toEqual(["02", "02"]);
  letSecondCome();
  for (const total of ["₹1,000.00", "₹1,200.00"]) await page.locator(".line-total", { hasText: total }).waitFor();
  expect([await boxes.nth(0).inputValue(), await boxes.nth(1).inputValue()]).toEqual(["02", "02"]);
});

test("a line that is removed between two presses of another line's step is gone, and both presses count", async () => {
  const { page } = await openCart(500, 600);
  host.delay("PATCH /cart/", 1_000, 1);
  const more = page.getByRole("button", { name: /^One more of/ }).first();
  await more.click();
  await page
    .getByRole("button", { name: /^Remove/ })
    .nth(1)
    .click();
  await more.click();
  await page.locator(".line-total", { hasText: "₹1,500.00" }).waitFor();
  await expect.poll(() => page.locator(".cart-line").count()).toBe(1);
  expect(host.shop.cart.map(({ quantity, price }) => [quantity, price])).toEqual([[3, 500]]);
});

test("a coin switch that is pressed during a change of a line is answered after the change", async () => {
  const { page } = await openCart(500);
  const letAnswerCome = host.hold("PATCH /cart/", 1);
  await page.getByRole("button", { name: /^One more of/ }).click();
  await page.getByLabel("Use coins for a discount").check();
  letAnswerCome();
  await page.getByText("₹1,000.00").first().waitFor();
  await page.getByText("Coin discount").waitFor();
  expect(await page.getByLabel("Use coins for a discount").isChecked()).toBe(true);
  expect(await page.locator("page-progress[data-busy]").count()).toBe(0);
});

test("Proceed right after the coin switch includes the switch, and shows the new amount to pay", async () => {
  const { page } = await openCart(500);
  const before = host.recorded("POST /place-order/").length;
  const letAnswerCome = host.hold("GET /cart/", 1);
  await page.getByLabel("Use coins for a discount").check();
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await page.getByText("Please check the amount and proceed again.").waitFor();
  letAnswerCome();
  expect(await page.getByLabel("Use coins for a discount").isChecked()).toBe(true);
  expect(host.recorded("POST /place-order/")).toHaveLength(before);
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await page.waitForURL("**/verify-details?*");
  expect(Number(host.recorded("POST /place-order/").at(-1)!.body.coins_used)).toBeGreaterThan(0);
});

test("two presses of Proceed on a slow network place one order", async () => {
  const { page } = await openCart(500);
  const before = host.recorded("POST /place-order/").length;
  const letOrderCome = host.hold("POST /place-order/", 1);
  const button = page.locator(".proceed button");
  await button.dblclick();
  await page.getByLabel("Use coins for a discount").check();
  await expect.poll(() => host.recorded("POST /place-order/").length).toBe(before + 1);
  expect(await button.innerText()).toBe("Loading Order Details...");
  await button.evaluate((element: HTMLButtonElement) => element.click());
  letOrderCome();
  await page.waitForURL("**/verify-details?*");
  expect(host.recorded("POST /place-order/").length).toBe(before + 1);
});

test("typed values of a gift stay, with their errors, while the amount and the quantity change", async () => {
  const { page } = await open(PRODUCT);
  await page.getByLabel("Send as Gift").check();
  await page.getByLabel("Recipient's name").fill("Mira");
  await page.getByLabel("Message (optional)").fill("Well done");
  await page.getByLabel("Recipient's e-mail").fill("mira@");
  await page.getByLabel("Recipient's e-mail").blur();
  await page.getByLabel("Delivery date (optional)").fill(new Date(Date.now() + 864e5).toISOString().slice(0, 10));
  await page.getByRole("link", { name: "One more" }).click();
  await page.waitForURL("**quantity=2**");
  await page.getByLabel("Enter Denomination").fill("600");
  await page.getByLabel("Enter Denomination").blur();
  await page.waitForURL("**denomination=600**");
  const email = page.getByLabel("Recipient's e-mail");
  expect(await page.getByLabel("Send as Gift").isChecked()).toBe(true);
  expect(await page.getByLabel("Recipient's name").inputValue()).toBe("Mira");
  expect(await page.getByLabel("Message (optional)").inputValue()).toBe("Well done");
  expect(await email.inputValue()).toBe("mira@");
  expect(await page.getByLabel("Delivery date (optional)").inputValue()).not.toBe("");
  // A screen reader announces the error with its field.
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  expect(await email.getAttribute("aria-describedby")).toBe("buy-gift_email-error");
  expect(await page.locator("#buy-gift_email-error").innerText()).not.toBe("");
  await email.fill("mira@example.com");
  await expect.poll(() => email.getAttribute("aria-invalid")).toBe(null);
  expect(await email.getAttribute("aria-describedby")).toBe(null);
});

test("an error that only the server can find stays until the field changes", async () => {
  const { page } = await open(PRODUCT);
  host.fail("POST /cart/", 400, { send_on: ["We send nothing on this day"] });
  await page.getByLabel("Send as Gift").check();
  await page.getByLabel("Recipient's name").fill("Mira");
  await page.getByLabel("Recipient's e-mail").fill("mira@example.com");
  const day = page.getByLabel("Delivery date (optional)");
  await day.fill(new Date(Date.now() + 864e5).toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await page.locator("form [data-problem]").waitFor();
  const fault = page.locator("#buy-gift_date-error");
  expect(await fault.innerText()).toBe("We send nothing on this day");
  expect(await day.getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Recipient's name").fill("Mira Rao");
  await page.getByLabel("Recipient's name").blur();
  await expect.poll(() => fault.innerText()).toBe("We send nothing on this day");
  await day.fill(new Date(Date.now() + 2 * 864e5).toISOString().slice(0, 10));
  await expect.poll(() => fault.innerText()).toBe("");
  expect(await day.getAttribute("aria-invalid")).toBe(null);
});

test("a page that comes back from the browser's cache is ready again", async () => {
  const { page } = await open(PRODUCT);
  // Playwright turns that cache off, so the test dispatches the event of a return when the page ends.
  await page.evaluate(() => {
    const look = () =>
      [
        document.querySelector("page-progress")!.hasAttribute("data-busy"),
        document.querySelector("#product-page")!.ariaBusy,
        document.querySelector<HTMLElement>(".pay-bar button")!.innerText,
      ].join();
    addEventListener("pagehide", () => {
      const before = look();
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
      sessionStorage.setItem("looks", JSON.stringify([before, look()]));
    });
  });
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await page.waitForURL(url("/cart"));
  expect(JSON.parse(await page.evaluate("sessionStorage.getItem('looks')"))).toEqual([
    "true,true,Adding to Cart...",
    "false,false,Add to Cart",
  ]);
});

test("Enter in a field sends its value, once", async () => {
  const { page } = await open(PRODUCT);
  const before = host.recorded("POST /cart/").length;
  await page.getByLabel("Quantity").fill("3");
  await page.getByLabel("Enter Denomination").fill("700");
  await page.getByLabel("Enter Denomination").press("Enter");
  await page.waitForURL(url("/cart"));
  await settled(page);
  expect(addedSince(before)).toHaveLength(1);
  expect(host.shop.cart.map(({ quantity, price }) => [quantity, price])).toEqual([[3, 700]]);

  const changed = host.recorded("PATCH /cart/").length;
  const box = page.getByRole("textbox", { name: /^Quantity of/ });
  await box.fill("7");
  await box.press("Enter");
  await page.getByText("₹4,900.00").first().waitFor();
  await page.getByRole("heading", { name: "Cart", level: 1 }).click();
  await expect.poll(() => box.inputValue()).toBe("07");
  expect(host.recorded("PATCH /cart/").slice(changed)).toHaveLength(1);
});

test("a value from a password manager that sends only the change event counts", async () => {
  const { page } = await openCart(500);
  const fillIn = (selector: string, text: string) =>
    page.locator(selector).evaluate((field: HTMLInputElement, value) => {
      field.focus();
      field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
      field.blur();
    }, text);
  await fillIn("[name^='quantity.']", "4");
  await page.getByText("₹2,000.00").first().waitFor();

  await visit(page, url("/edit-profile"));
  const phone = page.getByLabel("Mobile number");
  await phone.fill("12");
  await phone.blur();
  await expect.poll(() => phone.getAttribute("aria-invalid")).toBe("true");
  await phone.evaluate((field: HTMLInputElement) => {
    field.value = "9123456780";
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect(await phone.getAttribute("aria-invalid")).toBe(null);
});
