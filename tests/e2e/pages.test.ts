import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { hasJavaScript, keepPicture, launchBrowser, newShopper, type Shopper } from "../helpers/browser.ts";
import { useShop } from "../helpers/shop.ts";

const shop = useShop();
let browser: Browser;
let shopper: Shopper;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterEach(() => shopper.close());
afterAll(() => browser.close());

const ROUTES = [
  ...[
    "/",
    "/?sort=price_low_high&price_max=500",
    "/search?q=books",
    "/shopping-cart?product=1",
    "/login",
    "/signup",
    "/forgot",
  ],
  ...[
    "/verify-otp",
    "/reset-password",
    "/redeem-voucher",
    "/help-center",
    "/redemptionpage",
    "/purchase-voucher",
    "/welcome",
  ],
  ...["/contact-us", "/terms-conditions", "/privacy", "/cookies", "/about-us", "/timeexp", "/loading", "/no-such-page"],
];
const SIGNED_IN = [
  "/",
  "/profile",
  "/edit-profile",
  "/cart",
  "/order-history",
  "/order-history?coins=open",
  "/redeem-voucher",
];

async function signIn(brand: string) {
  const { page } = shopper;
  await page.goto(shop().url(brand, "/login"));
  await page.getByLabel("Email or phone").fill("demo@awning.test");
  await page.getByLabel("Password", { exact: true }).fill("Demo@2026");
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL(shop().url(brand));
}

test(
  "[INJ-04] no page breaks its own content policy, fails to load a file or throws",
  { timeout: 120_000 },
  async () => {
    shopper = await newShopper(browser);
    const { page, problems } = shopper;
    for (const path of ROUTES) {
      await page.goto(shop().url("aurora", path), { waitUntil: "networkidle" });
      await keepPicture(page, `page-${path.replace(/\W+/g, "-")}`);
    }
    await signIn("aurora");
    for (const path of SIGNED_IN) await page.goto(shop().url("aurora", path), { waitUntil: "networkidle" });
    // The page that is not there is the only thing a browser may complain about.
    expect(problems.filter((problem) => !problem.includes("/no-such-page"))).toEqual([]);
  },
);

test("[SES-09] nothing of a purchase or a login is left in the browser's storage", async () => {
  shopper = await newShopper(browser);
  const { page } = shopper;
  await signIn("tamarind");
  await page.goto(shop().url("tamarind", "/order-history"));
  const { origins, cookies } = await page.context().storageState();
  expect(JSON.stringify(origins)).not.toMatch(/demo@awning|Demo@2026|token|[A-Z]{2}\d{4}-\d{4}/);
  expect(cookies.filter(({ name, httpOnly }) => name !== "js" && !httpOnly)).toEqual([]);
});

test("[C-07] one column of cards on a phone, up to four the wider it gets, and never a sideways scroll", async () => {
  const columns: number[] = [];
  for (const width of [360, 700, 1000, 1400]) {
    shopper = await newShopper(browser, { viewport: { width, height: 900 } });
    await shopper.page.goto(shop().url("aurora"));
    const boxes = await shopper.page
      .getByRole("article")
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().left));
    columns.push(new Set(boxes.map(Math.round)).size);
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect([width, await shopper.page.evaluate(overflow)]).toEqual([width, 0]);
    if (width !== 1400) await shopper.close();
  }
  expect(columns).toEqual([1, 2, 3, 4]);
});

if (hasJavaScript) {
  test("[H-02] [H-03] suggestions from the second letter on, gone at a click outside", async () => {
    shopper = await newShopper(browser);
    const { page } = shopper;
    await page.goto(shop().url("aurora"), { waitUntil: "networkidle" });
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

  test("[H-10] the guide is a dialog over the page, closed by its button and by a click beside it", async () => {
    shopper = await newShopper(browser);
    const { page } = shopper;
    await page.goto(shop().url("aurora"), { waitUntil: "networkidle" });
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

  test("[C-19] the total follows the typing", async () => {
    shopper = await newShopper(browser);
    const { page } = shopper;
    await page.goto(shop().url("aurora", "/shopping-cart?product=1"), { waitUntil: "networkidle" });
    await page.getByLabel("Enter Denomination").fill("500");
    await page.getByLabel("Quantity").fill("3");
    await page.getByText("₹1,500.00").first().waitFor();
    await page.getByLabel("Quantity").fill("");
    await page.getByLabel("Enter Denomination").focus();
    expect(await page.getByLabel("Quantity").inputValue()).toBe("1");
  });

  test("[A-02] login tells of a wrong field on leaving it, and takes it back while typing", async () => {
    shopper = await newShopper(browser);
    const { page } = shopper;
    await page.goto(shop().url("aurora", "/login"), { waitUntil: "networkidle" });
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
  test("a js cookie from before is healed, so that no page waits for a script", async () => {
    shopper = await newShopper(browser);
    const { page } = shopper;
    const { hostname } = new URL(shop().url("aurora"));
    await page.context().addCookies([{ name: "js", value: "1", domain: hostname, path: "/" }]);
    await page.goto(shop().url("aurora"));
    await page
      .getByRole("button", { name: /View Coupon/ })
      .first()
      .waitFor();
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).not.toContain("js");
  });
}
