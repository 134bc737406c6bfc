import type { Page } from "playwright";
import { expect, test } from "vitest";

import { goTo, hasJavaScript, settled, useBrowser, visit } from "../helpers/browser/browser.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";

const shop = useSharedShop();
const openWindow = useBrowser();

async function signIn(page: Page, brand: string) {
  await goTo(page, shop().url(brand, "/login"));
  await page.getByLabel("Email or phone").fill("demo@awning.test");
  await page.getByLabel("Password", { exact: true }).fill("Demo@2026");
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL(shop().url(brand));
}

test("the browser's storage holds nothing of a purchase or a login [SES-09]", async () => {
  const { page } = await openWindow();
  await signIn(page, "tamarind");
  await goTo(page, shop().url("tamarind", "/order-history"));
  const { origins, cookies } = await page.context().storageState();
  expect(JSON.stringify(origins)).not.toMatch(/demo@awning|Demo@2026|token|[A-Z]{2}\d{4}-\d{4}/);
  expect(cookies.filter(({ name, httpOnly }) => name !== "js" && !httpOnly)).toEqual([]);
});

test("shows one column of cards on a phone, up to four on wider screens, and never scrolls sideways [C-07]", async () => {
  const columns: number[] = [];
  const { page } = await openWindow();
  await goTo(page, shop().url("aurora"));
  for (const width of [360, 700, 1000, 1400]) {
    await page.setViewportSize({ width, height: 900 });
    const boxes = await page
      .getByRole("article")
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().left));
    columns.push(new Set(boxes.map(Math.round)).size);
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect([width, await page.evaluate(overflow)]).toEqual([width, 0]);
  }
  expect(columns).toEqual([1, 2, 3, 4]);
});

if (hasJavaScript) {
  test("suggests from the second letter on, until a click outside [H-02] [H-03]", async () => {
    const { page } = await openWindow();
    await visit(page, shop().url("aurora"));
    const box = page.getByPlaceholder("Search for coupons...");
    const suggestion = page.locator(".suggestions").getByText("Kettle & Clove");
    await box.pressSequentially("k");
    await box.pressSequentially("et");
    await suggestion.waitFor();
    await page.mouse.click(5, 400);
    await suggestion.waitFor({ state: "hidden" });
    await box.fill("kettle");
    await suggestion.click();
    await page.getByRole("heading", { name: "Kettle & Clove", level: 1 }).waitFor();
    expect(await page.getByLabel("Quantity").inputValue()).toBe("1");
  });

  test("hides results for fewer than two letters, and shows a failed search in red [H-02]", async () => {
    const { page } = await openWindow();
    await visit(page, shop().url("aurora"));
    const box = page.getByPlaceholder("Search for coupons...");
    const list = page.locator(".suggestions");
    const suggestion = list.getByText("Kettle & Clove");
    await box.fill("kettle");
    await suggestion.waitFor();
    await box.fill(" k ");
    await suggestion.waitFor({ state: "detached" });
    await box.fill("kett");
    await suggestion.waitFor();
    await page.route("**/suggest?*", (route) => route.abort());
    await box.fill("kettl");
    const failure = list.getByText("Failed to fetch search results");
    await failure.waitFor();
    expect(await suggestion.count()).toBe(0);
    const [red = 0, green = 0, blue = 0] = await failure.evaluate((text) => {
      const canvas = document.createElement("canvas").getContext("2d")!;
      canvas.fillStyle = getComputedStyle(text).color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    });
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    await box.fill("");
    await failure.waitFor({ state: "detached" });
  });

  test("suggests the name at the next login, without a password, only after Remember me was ticked [A-04]", async () => {
    const { page } = await openWindow();
    const user = page.getByLabel("Email or phone");
    const suggested = async () => {
      await user.focus();
      const list = await user.getAttribute("list");
      return page
        .locator(`datalist#${list} option`)
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    };
    for (const isTicked of [true, false]) {
      await visit(page, shop().url("aurora", "/login"));
      await page.getByLabel("Remember me").setChecked(isTicked);
      await user.fill("demo@awning.test");
      await page.getByLabel("Password", { exact: true }).fill("Demo@2026");
      await page.getByRole("button", { name: "Login" }).click();
      await page.waitForURL(shop().url("aurora"));
      expect(JSON.stringify(await page.context().storageState())).not.toContain("Demo@2026");
      await page.getByRole("button", { name: "Logout" }).first().click();
      await page.waitForURL(shop().url("aurora", "/login"));
      await settled(page);
      expect(await suggested()).toEqual(isTicked ? ["demo@awning.test"] : []);
    }
  });

  test("opens the guide as a dialog over the page, which its button and a click beside it close [H-10]", async () => {
    const { page } = await openWindow();
    await visit(page, shop().url("aurora"));
    const dialog = page.getByRole("dialog");
    for (const close of [() => dialog.getByRole("button", { name: "Close" }).click(), () => page.mouse.click(5, 5)]) {
      await page.getByRole("link", { name: "How to Redeem?" }).first().click();
      await dialog.getByText("Add products to cart and proceed to checkout.").waitFor();
      expect(
        await page.evaluate(
          "getComputedStyle(document.documentElement).overflow + getComputedStyle(document.body).overflow",
        ),
      ).toContain("hidden");
      await close();
      await dialog.waitFor({ state: "hidden" });
    }
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("updates the total while typing [C-19]", async () => {
    const { page } = await openWindow();
    await visit(page, shop().url("aurora", "/shopping-cart?product=1"));
    await page.getByLabel("Enter Denomination").fill("500");
    await page.getByLabel("Quantity").fill("3");
    await page.getByText("₹1,500.00").first().waitFor();
    await page.getByLabel("Quantity").fill("");
    await page.getByLabel("Enter Denomination").focus();
    expect(await page.getByLabel("Quantity").inputValue()).toBe("1");
    await page.getByLabel("Quantity").fill("1.5");
    await page.getByLabel("Enter Denomination").focus();
    await page.getByText("Please enter a whole number from 1 to 999").waitFor();
    expect(await page.getByLabel("Quantity").inputValue()).toBe("1.5");
    await page.getByLabel("Quantity").fill("2");
    await page.getByLabel("Enter Denomination").focus();
    await page.getByText("Please enter a whole number from 1 to 999").waitFor({ state: "hidden" });
  });

  test("a button press that changes the amount reports it and does nothing else [C-16]", async () => {
    const { page } = await openWindow();
    await visit(page, shop().url("aurora", "/shopping-cart?product=1"));
    const amount = page.getByLabel("Enter Denomination");
    const most = await amount.getAttribute("max");
    const add = page.getByRole("button", { name: "Add to Cart" });
    await amount.fill("9999999");
    await add.click();
    await page.getByText(/^Changed to ₹[\d,.]+, the most for this card$/).waitFor();
    expect([await amount.inputValue(), new URL(page.url()).pathname]).toEqual([most, "/shopping-cart"]);
    await amount.fill("1");
    await page.getByLabel("Quantity").focus();
    await page.getByText(/^Value is less than the minimum allowed amount of \d+$/).waitFor();
    await add.click();
    await page.waitForURL(/\/login/);
  });

  test("login reports a wrong field on leaving it, and removes the message while typing [A-02]", async () => {
    const { page } = await openWindow();
    await visit(page, shop().url("aurora", "/login"));
    const field = page.getByLabel("Email or phone");
    const text = page.getByText("Please enter a valid email");
    await field.fill("demo");
    expect(await text.count()).toBe(0);
    await page.getByLabel("Password", { exact: true }).focus();
    await text.waitFor();
    await field.fill("demo@awning.test");
    await text.waitFor({ state: "detached" });
  });
}

if (!hasJavaScript) {
  test("removes an outdated js cookie, so that no page waits for a script", async () => {
    const { page } = await openWindow();
    const { hostname } = new URL(shop().url("aurora"));
    await page.context().addCookies([{ name: "js", value: "1", domain: hostname, path: "/" }]);
    // A page that is made for each visitor; one that is kept for all is whole for everybody.
    await goTo(page, shop().url("aurora", "/search?q=gift"));
    await page.getByRole("contentinfo").waitFor();
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).not.toContain("js");
  });
}
