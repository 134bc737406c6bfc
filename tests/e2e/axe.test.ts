import type { BrowserContextOptions, Page } from "playwright";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";

import { Crash } from "#app/ui/frame/crash.tsx";

import {
  findBarriers,
  findBarriersInLight,
  findBarriersOfLook,
  findBarriersOfLookAtWidths,
} from "../helpers/browser/barriers.ts";
import { goTo, hasJavaScript, useBrowser } from "../helpers/browser/browser.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import type { Screen } from "../helpers/shots/screens.ts";
import { prepareShoppers } from "../helpers/shots/shot-shoppers.ts";

const PHONE = { viewport: { width: 360, height: 740 } };
const PRODUCT = "/shopping-cart?product=1";
const FORMS: [path: string, button: string][] = [
  ["/login", "Login"],
  ["/signup", "Register Now"],
  ["/forgot", "Send Reset Instructions"],
  ["/contact-us", "Send Message"],
];
const PAYER: Screen = { name: "payer", path: "", as: "payer" };

const shop = useSharedShop();
const openWindow = useBrowser();

type Find = (page: Page, state: string) => Promise<string[]>;

/** A shopper of the brand; in the run without JavaScript no script of the page arrives, since axe itself is one. */
async function open(brand: string, options: BrowserContextOptions = {}, find: Find = findBarriers): Promise<Look> {
  const shopper = await openWindow({ ...options, javaScriptEnabled: true });
  if (!hasJavaScript) await shopper.page.route(/\.js$/, (route) => route.abort());
  return new Look(shopper.page, brand, find);
}

/** One shopper's way through the shop, and the barriers on it. */
class Look {
  readonly barriers: string[] = [];
  readonly page: Page;
  readonly brand: string;
  readonly #find: Find;

  constructor(page: Page, brand: string, find: Find) {
    this.page = page;
    this.brand = brand;
    this.#find = find;
  }

  async at(state: string, find = this.#find) {
    this.barriers.push(...(await find(this.page, `${this.brand} ${state}`)));
  }

  go(path: string) {
    return goTo(this.page, shop().url(this.brand, path));
  }

  async visit(paths: string[], find = this.#find) {
    for (const path of paths) {
      await this.go(path);
      // A page whose order is late has no heading, and may load once more.
      await this.page.locator("h1").first().waitFor({ state: "attached" });
      await this.stay();
      await this.at(path, find);
    }
  }

  /** A page that would load the next one waits for axe. */
  stay = () => this.page.evaluate("stop()");

  /** Presses a button, such as that of a form that is refused, and checks the answer's page. */
  async press(path: string, button: string) {
    if (path) await this.go(path);
    await this.page.getByRole("button", { name: button, exact: true }).first().click();
    await this.page.waitForLoadState();
    await this.stay();
    await this.at(`${path} after ${button}`);
  }

  /** Logs in on the login's page. */
  async logIn() {
    await this.page.getByLabel("Email or phone").fill("demo@awning.test");
    await this.page.getByLabel("Password", { exact: true }).fill("Demo@2026");
    await this.page.getByRole("button", { name: "Login" }).click();
    await this.page.waitForURL(shop().url(this.brand));
  }

  /** Opens the form of the mailed code. The demo's mail is for another test, which reads its newest code. */
  async askForCode() {
    await this.go("/forgot");
    await this.page.getByLabel("Email / Mobile Number").fill("nobody@awning.test");
    await this.page.getByRole("button", { name: "Send Reset Instructions" }).click();
    await this.page.waitForURL("**/verify-otp");
  }

  /** From the product's page to the cart. */
  async fillCart() {
    await this.page.getByRole("button", { name: "Add to Cart" }).click();
    await this.page.waitForURL("**/cart");
  }

  /** From the cart to the payment screen. */
  async checkOut() {
    await this.page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await this.page.waitForURL("**/verify-details?*");
  }
}

test("refused forms have no accessibility violations", async () => {
  const look = await open("aurora");
  for (const [path, button] of FORMS) await look.press(path, button);
  await look.askForCode();
  await look.at("/verify-otp");
  await look.press("", "Validate OTP");
  expect(look.barriers).toEqual([]);
});

test("the payment screens have no accessibility violations", async () => {
  const { fillIn, cookiesOf } = await prepareShoppers(shop(), "aurora", [PAYER]);
  const look = await open("aurora");
  await look.page.context().addCookies(cookiesOf("payer"));
  const { page } = look;
  const [order, paid] = [fillIn("?orderid={order}"), fillIn("?orderid={paid}")];
  await look.visit([`/verify-details${order}`]);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await look.at("/verify-details, nothing chosen");
  await look.visit([`/payment${order}`, `/payment-success${order}`, `/payment${order}&edit=1`]);
  await page.getByLabel("Phone", { exact: true }).fill("12");
  await look.press("", "Save");
  await look.visit([`/pay${order}&method=phonepe`]);
  const link = await page.getByRole("link", { name: "Open PhonePe" }).getAttribute("href");
  // The rest is the same without JavaScript.
  if (hasJavaScript) {
    await look.visit([`/leave-payment${order}`, link!]);
    await look.press("", "Approve");
    await look.visit([`/payment-success${paid}`, `/payment${paid}`, `/receipt${paid}`, fillIn("/gift?{token}")]);
    await look.press("", "Open your gift");
    await look.visit(["/payment?orderid=unknown", "/receipt?orderid=unknown", "/reset-password"]);
    expect(await page.title()).toMatch(/^Reset Password/);
  }
  expect(look.barriers).toEqual([]);
});

// The document is the same without JavaScript.
if (hasJavaScript) {
  test("a dialog, suggestions and the error page have no accessibility violations", async () => {
    const look = await open("aurora", { bypassCSP: true });
    const { page } = look;
    await look.go("/");
    await page.getByRole("link", { name: "How to Redeem?" }).first().click();
    await look.at("with the redemption guide");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByPlaceholder("Search for coupons...").pressSequentially("co");
    await page.getByRole("option").first().waitFor();
    await look.at("with suggestions");
    // No page crashes on purpose, so the test inserts the error screen, past the policy that lets no script write HTML.
    await look.go("/login");
    const crash = createElement(Crash, { error: null, requestId: "request-7" });
    const html = renderToStaticMarkup(createElement(MemoryRouter, null, crash));
    await page.locator("main").evaluate((main, inner) => (main.innerHTML = inner), html);
    await page.getByRole("link", { name: "Reload Page" }).waitFor();
    await look.at("after a crash");
    expect(look.barriers).toEqual([]);
  });

  test("aurora has no accessibility violations on phones", async () => {
    // The crawls see the dark scheme of these pages.
    const look = await open("aurora", PHONE, findBarriersInLight);
    const { page } = look;
    await look.visit(["/"]);
    await page.getByText("Menu", { exact: true }).click();
    await look.at("with its menu", findBarriers);
    await look.go("/");
    await page.getByText("Filter", { exact: true }).click();
    await look.at("with its filters", findBarriers);
    await look.visit(["/sandbox/outbox"], findBarriers);
    await look.press("/signup", "Register Now");
    await look.visit(["/verify-email", "/login"]);
    await look.logIn();
    await look.visit(["/cart"], findBarriers);
    await look.go("/edit-profile");
    await page.getByLabel("Mobile number").fill("12");
    await look.press("", "Save Changes");
    await look.go("/redeem-voucher");
    await page.getByLabel("Voucher code").fill("NO-SUCH-CODE");
    await look.press("", "Verify");
    await look.visit(["/order-history", PRODUCT]);
    await look.fillCart();
    await look.visit(["/cart?coins=1"]);
    await look.checkOut();
    await look.at("/verify-details");
    await page.getByText("Verify your details").click();
    await page.getByRole("link", { name: "Edit phone" }).click();
    await look.at("/verify-details with its dialog", findBarriers);
    await page.getByRole("link", { name: "Close" }).click();
    await page.getByRole("link", { name: "Back to Cart" }).click();
    await look.at("/verify-details with its question", findBarriers);
    expect(look.barriers).toEqual([]);
  });

  test.each(["meridian", "tamarind"])("the look of %s adds no accessibility violations", async (brand) => {
    const look = await open(brand, PHONE, findBarriersOfLook);
    const { page } = look;
    await look.visit(["/"], findBarriersOfLookAtWidths);
    await page.getByText("Filter", { exact: true }).click();
    await look.at("with its filters");
    await look.go("/");
    await page.getByText("Menu", { exact: true }).click();
    await look.at("with its menu");
    await look.press("/signup", "Register Now");
    await look.visit(["/login"]);
    await look.logIn();
    await look.visit(["/order-history", PRODUCT]);
    await look.fillCart();
    await look.visit(["/cart?coins=1"]);
    await look.checkOut();
    await look.at("/verify-details", findBarriersOfLookAtWidths);
    expect(look.barriers).toEqual([]);
  });
}
