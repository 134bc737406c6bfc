import type { BrowserContextOptions, Page } from "playwright";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";

import { Crash } from "#app/ui/frame/crash.tsx";

import { findBarriers, findBarriersOfLook } from "../helpers/browser/barriers.ts";
import { hasJavaScript, useBrowser } from "../helpers/browser/browser.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { prepareShoppers } from "../helpers/shots/shot-shoppers.ts";

const PHONE = { viewport: { width: 360, height: 740 } };
const PRODUCT = "/shopping-cart?product=1";
const FORMS: [path: string, button: string][] = [
  ["/login", "Login"],
  ["/signup", "Register Now"],
  ["/forgot", "Send Reset Instructions"],
  ["/contact-us", "Send Message"],
];
const BRANDS = ["aurora", "meridian", "tamarind"];

const shop = useShop();
const openWindow = useBrowser();

/** A shopper of the brand; in the run without JavaScript no script of the page arrives, since axe itself is one. */
async function open(brand: string, options: BrowserContextOptions = {}): Promise<Look> {
  const shopper = await openWindow({ ...options, javaScriptEnabled: true });
  if (!hasJavaScript) await shopper.page.route(/\.js$/, (route) => route.abort());
  return new Look(shopper.page, brand);
}

/** One shopper's way through the shop, and the barriers on it. */
class Look {
  readonly barriers: string[] = [];
  readonly page: Page;
  readonly brand: string;

  constructor(page: Page, brand: string) {
    this.page = page;
    this.brand = brand;
  }

  async at(state: string) {
    // Every page of aurora is looked at whole, on desktops too; of the other brands what is their own.
    const find = this.brand === "aurora" ? findBarriers : findBarriersOfLook;
    this.barriers.push(...(await find(this.page, `${this.brand} ${state}`)));
  }

  go = (path: string) => this.page.goto(shop().url(this.brand, path));

  async visit(paths: string[]) {
    for (const path of paths) {
      await this.go(path);
      await this.page.evaluate("stop()"); // a page that would go on by itself waits for axe
      await this.at(path);
    }
  }

  /** Presses a button, e.g. of a form that is refused for it, and looks at what comes. */
  async press(path: string, button: string) {
    if (path) await this.go(path);
    await this.page.getByRole("button", { name: button, exact: true }).first().click();
    await this.page.waitForLoadState();
    await this.at(`${path} after ${button}`);
  }

  async logIn() {
    await this.go("/login");
    await this.page.getByLabel("Email or phone").fill("demo@awning.test");
    await this.page.getByLabel("Password", { exact: true }).fill("Demo@2026");
    await this.page.getByRole("button", { name: "Login" }).click();
    await this.page.waitForURL(shop().url(this.brand));
  }

  /** Leads to the form of the mailed code. The demo's own mail is for another test, which reads its newest code. */
  async askForCode() {
    await this.go("/forgot");
    await this.page.getByLabel("Email / Mobile Number").fill("nobody@awning.test");
    await this.page.getByRole("button", { name: "Send Reset Instructions" }).click();
    await this.page.waitForURL("**/verify-otp");
  }

  async fillCart() {
    await this.go(PRODUCT);
    await this.page.getByRole("button", { name: "Add to Cart" }).click();
    await this.page.waitForURL("**/cart");
  }

  /** @returns the id of a new order of what is in the cart */
  async checkOut(): Promise<string> {
    await this.go("/cart?coins=1");
    await this.page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await this.page.waitForURL("**/verify-details?*");
    return new URL(this.page.url()).searchParams.get("orderid")!;
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
  const look = await open("aurora");
  await look.logIn();
  await look.fillCart();
  const query = `?orderid=${await look.checkOut()}`;
  await look.at("/verify-details");
  await look.page.getByRole("button", { name: /^Pay/ }).click();
  await look.at("/verify-details, nothing chosen");
  await look.visit([
    `/payment${query}`,
    `/payment${query}&edit=1`,
    `/leave-payment${query}`,
    `/payment-success${query}`,
  ]);
  await look.go(`/payment${query}&edit=1`);
  await look.page.getByLabel("Phone", { exact: true }).fill("12");
  await look.press("", "Save");
  await look.visit([`/pay${query}&method=phonepe`]);
  const link = await look.page.getByRole("link", { name: "Open PhonePe" }).getAttribute("href");
  await look.visit([link!]);
  await look.press("", "Approve");
  await look.visit([`/payment-success${query}`, `/payment${query}`, `/receipt${query}`, "/order-history"]);
  await look.visit(["/payment?orderid=unknown", "/receipt?orderid=unknown"]);
  expect(look.barriers).toEqual([]);
});

// The document is the same without JavaScript.
if (hasJavaScript) {
  test("an empty cart and a shopper's refused forms have no accessibility violations", async () => {
    const look = await open("aurora");
    await look.logIn();
    await look.visit(["/cart"]);
    await look.go("/edit-profile");
    await look.page.getByLabel("Mobile number").fill("12");
    await look.press("", "Save Changes");
    await look.go("/redeem-voucher");
    await look.page.getByLabel("Voucher code").fill("NO-SUCH-CODE");
    await look.press("", "Verify");
    expect(look.barriers).toEqual([]);
  });

  test("a gift, closed and open, a new password, and the error page have no accessibility violations", async () => {
    const { fillIn, cookiesOf } = await prepareShoppers(shop(), "aurora", [
      { name: "gift", path: "/gift/{token}", as: "payer" },
    ]);
    const look = await open("aurora", { bypassCSP: true });
    await look.press(fillIn("/gift/{token}"), "Open your gift");
    await look.visit([fillIn("/gift/{token}")]);
    await look.page.context().addCookies(cookiesOf("payer"));
    await look.visit(["/reset-password"]);
    expect(await look.page.title()).toMatch(/^Reset Password/);
    // No page crashes on purpose, so the test inserts the error screen, past the policy that lets no script write HTML.
    const crash = createElement(Crash, { error: null, requestId: "request-7" });
    const html = renderToStaticMarkup(createElement(MemoryRouter, null, crash));
    await look.page.locator("main").evaluate((main, inner) => (main.innerHTML = inner), html);
    await look.page.getByRole("link", { name: "Reload Page" }).waitFor();
    await look.at("after a crash");
    expect(look.barriers).toEqual([]);
  });

  test.each(BRANDS)("%s has no accessibility violations on phones", async (brand) => {
    const look = await open(brand, PHONE);
    await look.visit(["/", PRODUCT, "/login", "/verify-email", "/sandbox/outbox"]);
    await look.press("/signup", "Register Now");
    await look.go("/");
    await look.page.getByText("Filter", { exact: true }).click();
    await look.at("with its filters");
    await look.go("/");
    await look.page.getByText("Menu", { exact: true }).click();
    await look.at("with its menu");
    await look.logIn();
    await look.fillCart();
    await look.visit(["/cart?coins=1", "/order-history"]);
    await look.checkOut();
    await look.at("/verify-details");
    expect(look.barriers).toEqual([]);
  });

  test("dialogs and parts that appear while typing have no accessibility violations", async () => {
    const look = await open("aurora");
    await look.go("/");
    await look.page.getByRole("link", { name: "How to Redeem?" }).first().click();
    await look.at("with the redemption guide");
    await look.go("/");
    await look.page.getByPlaceholder("Search for coupons...").pressSequentially("co");
    await look.page.getByRole("option").first().waitFor();
    await look.at("with suggestions");
    await look.logIn();
    await look.fillCart();
    await look.checkOut();
    await look.page.getByRole("link", { name: "Edit phone" }).click();
    await look.at("/verify-details with its dialog");
    await look.page.getByRole("link", { name: "Close" }).click();
    await look.page.getByRole("link", { name: "Back to Cart" }).click();
    await look.at("/verify-details with its question");
    expect(look.barriers).toEqual([]);
  });
}
