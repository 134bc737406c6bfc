import { describe, expect, test } from "vitest";

import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { DEMO } from "../helpers/shop/shop.ts";
import { attribute, findAll, textOf } from "../helpers/text-browser/html.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";
import { View } from "../helpers/text-browser/view.ts";

const shop = useSharedShop();
const open = (path: string) => new TextBrowser().open(shop().url("aurora", path));

/** A navigation by its label, and where each of its links leads. */
const navOf = (page: Page, label: string) =>
  new View(page, findAll(page.tree, (element) => attribute(element, "aria-label") === label)[0]!);
function linksOf(page: Page, label: string) {
  const nav = navOf(page, label);
  return nav.links().map((name) => [name, nav.href(name).slice(new URL(page.url).origin.length)]);
}

describe("pages that need no session", () => {
  /** The page is there under its own address, with a heading and a title, and nothing on it is left unresolved. */
  async function expectPage(path: string, heading: RegExp) {
    const page = await open(path);
    expect([page.status, page.path]).toEqual([200, path]);
    expect(page.heading).toMatch(heading);
    expect(page.title).not.toBe("");
    expect(page.text).not.toMatch(/undefined|\[object|NaN|null/);
  }

  test("the catalogue [R-01]", () => expectPage("/", /in minutes/));
  test("the login [R-02]", () => expectPage("/login", /^Login$/));
  test("the signup [R-03]", () => expectPage("/signup", /^Sign up$/));
  test("a password forgotten [R-04]", () => expectPage("/forgot", /^Forgot Password\?$/));
  test.each(["/verify-otp", "/reset-password"])("%s leads to the step before it [R-05] [R-06]", async (path) => {
    const page = await open(path);
    expect([page.status, page.path, page.alerts()]).toEqual([200, "/forgot", ["Please ask for a new code first."]]);
  });
  test("the terms [R-07]", () => expectPage("/terms-conditions", /Terms/));
  test("the contact form [R-08]", () => expectPage("/contact-us", /^Contact Us$/));
  test("Load Coins [R-11]", () => expectPage("/redeem-voucher", /^Load Coins$/));
  test("the help center [R-14]", () => expectPage("/help-center", /Help Center/));
  test("the redemption guide [R-16]", () => expectPage("/redemption", /How to Redeem\?/));
  test("its other address [R-16]", () => expectPage("/redemptionpage", /How to Redeem\?/));
  test("what is planned [R-17]", () => expectPage("/purchase-voucher", /^Purchase Vouchers and Earn Benefits$/));
  test("the welcome [R-19]", () => expectPage("/welcome", /^Welcome to Aurora Rewards$/));
  test("a link that has expired [R-22]", () => expectPage("/timeexp", /^Link Expired!$/));
  test("the privacy policy [R-23]", () => expectPage("/privacy", /Privacy/));
  test("the cookies [R-23]", () => expectPage("/cookies", /Cookie/));
  test("about the brand [R-23]", () => expectPage("/about-us", /./));

  test("show a spinner at /loading [R-21]", async () => {
    const page = await open("/loading");
    expect([page.status, page.alerts()]).toEqual([200, ["Loading..."]]);
  });

  test("explain a missing product on the product page and lead home [R-13]", async () => {
    const page = await open("/shopping-cart");
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("Loading")]);
    expect((await page.follow("Go to Home")).path).toBe("/");
  });
});

describe("pages of a shopper", () => {
  describe("signed out [A-15]", () => {
    test.each([
      "/edit-profile",
      "/order-history",
      "/order-history?coins=open",
      "/cart",
      "/verify-details?orderid=x1",
      "/payment?orderid=x1",
      "/payment-success?orderid=ORD1",
    ])("%s leads to the login and back", async (path) => {
      const browser = new TextBrowser();
      const page = await browser.open(shop().url("aurora", path));
      expect(browser.answers[0]?.status).toBe(302);
      expect(page.path).toBe(`/login?returnTo=${encodeURIComponent(path)}`);
      const back = await page.submit("Login", DEMO);
      expect(browser.answers.some(({ url, status }) => url.endsWith(path) && status < 500)).toBe(true);
      expect(back.path).not.toContain("/login");
    });
  });
});

test("an unknown address shows a page of the brand with 404 [R-25]", async () => {
  const page = await open("/no/such/page");
  expect([page.status, page.heading]).toEqual([404, "We cannot find that page"]);
  expect(page.links()).toContain("Help Center");
  expect(page.answer.text).not.toMatch(/node_modules|at .*\.[jt]sx?:\d+/);
});

test("shows a visitor's header and footer [H-01] [H-06] [H-11]", async () => {
  const page = await open("/privacy");
  expect(linksOf(page, "Help and account").slice(-5)).toEqual([
    ["Help Center", "/help-center"],
    ["Track Order", "/order-history"],
    ["Wallet", "/wallet"],
    ["How to Redeem?", "/redemptionpage"],
    ["हिन्दी", "/privacy?lang=hi"],
  ]);
  expect(page.href("CART")).toBe(shop().url("aurora", "/login"));
  expect(page.href("SIGN IN")).toBe(shop().url("aurora", "/login"));
  expect(page.buttons()).not.toContain("Logout");
  expect(linksOf(page, "Shop")).toEqual([
    ["Home", "/"],
    ["Cart", "/cart"],
    ["Profile", "/edit-profile"],
    ["Help Center", "/help-center"],
    ["Track Order", "/order-history"],
    ["Wallet", "/wallet"],
    ["How to Redeem?", "/redemptionpage"],
    ["Redeem Points", "/redeem-voucher"],
    ["हिन्दी", "/privacy?lang=hi"],
  ]);
});

test("shows a shopper Logout, a form, in the header and in the menu [H-01] [H-11]", async () => {
  const page = await (await open("/login")).submit("Login", DEMO);
  for (const label of ["Help and account", "Shop"]) expect(navOf(page, label).buttons()).toEqual(["Logout"]);
  expect((await navOf(page, "Shop").submit("Logout")).path).toBe("/login");
});

test("offers Redeem Points to screen readers [H-09]", async () => {
  const page = await open("/");
  expect(linksOf(page, "Help and account")[0]).toEqual(["Redeem Points", "/redeem-voucher"]);
  expect(page.answer.text).toMatch(/<a class="sr[^"]*" href="\/redeem-voucher">Redeem Points/);
});

test("links of the footer to a page with another name find the link's word there [H-12]", async () => {
  const terms = await open("/terms-conditions");
  const [section] = findAll(terms.tree, (element) => attribute(element, "id") === "commercial-agreements");
  expect(textOf(section!)).toMatch(/To order gift cards for many people, or to become a partner .* write to us/);
  expect(findAll(section!, (element) => attribute(element, "href") === "/contact-us")).toHaveLength(1);
  expect((await open("/contact-us")).text).toContain("Tell our support team what happened");
  const home = await (await open("/login")).submit("Login", DEMO);
  const at = async (path: string) => (await home.browser.open(shop().url("aurora", path))).text;
  expect(await at("/order-history")).toContain("Track your orders");
  expect(await at("/edit-profile")).toContain("Your account details.");
});

test("every link of the footer leads to its page [H-12]", async () => {
  const page = await open("/loading");
  expect(linksOf(page, "Quick Links")).toEqual([
    ["Catalog", "/"],
    ["Load Coins", "/redeem-voucher"],
    ["Bulk Enquiry", "/contact-us?topic=bulk"],
    ["Partner with us", "/terms-conditions#commercial-agreements"],
  ]);
  expect(linksOf(page, "Support")).toEqual([
    ["Help Center", "/help-center"],
    ["My Account", "/edit-profile"],
    ["Ticket Support", "/contact-us"],
    ["Contact Us", "/contact-us"],
  ]);
  expect(linksOf(page, "Legal")).toEqual([
    ["Terms of Use", "/terms-conditions"],
    ["Privacy Policy", "/privacy"],
    ["Cookie Policy", "/cookies"],
    ["About Us", "/about-us"],
    ["हिन्दी", "/loading?lang=hi"],
  ]);
  expect(page.links().filter((name) => /^Aurora on /.test(name))).toEqual([
    "Aurora on LinkedIn",
    "Aurora on Instagram",
    "Aurora on YouTube",
  ]);
  expect(page.href("Aurora on YouTube")).toBe("https://social.aurora.test/films");
  expect(page.text).toContain("Head Office 4th Floor, Nilgiri House");
});

test("shows the guide as a page: both tabs, every step's text, the address [H-10]", async () => {
  const page = await open("/redemptionpage");
  const [coins, codes] = page.parts(/^Aurora (Coins|Codes) Step 1/);
  expect(coins?.text).toBe(
    "Aurora Coins Step 1 Add products to cart and proceed to checkout. Step 2 At checkout, select your points balance and redeem against the shopping cart value. You can pay additional amount via other payment modes as well. Need help? Write to care@aurora.test",
  );
  expect(codes?.text).toMatch(/^Aurora Codes Step 1 .*enter the code.*Step 2 Press Verify.*Step 3 Press Add Coins/);
  expect(codes?.href("Go to Load Coins")).toBe(shop().url("aurora", "/redeem-voucher"));
});

test("reading every linked page changes nothing and causes no error [CSRF-03]", async () => {
  const browser = new TextBrowser();
  const home = await browser.open(shop().url("aurora"));
  await (await home.follow("SIGN IN")).submit("Login", DEMO);
  const seen = new Set<string>();
  // The links to other languages set the language, too.
  const balance = async () =>
    (await browser.open(shop().url("aurora", "/privacy?lang=en"))).text.match(/([\d.,]+) Points/)?.[1];
  const before = await balance();
  const queue = [shop().url("aurora")];
  while (queue.length > 0 && seen.size < 60) {
    const url = queue.shift()!;
    if (seen.has(url)) continue;
    seen.add(url);
    const page = await browser.open(url);
    expect([url, page.status]).toEqual([url, 200]);
    const links = page.links().map((name) => page.href(name).split("#")[0]!);
    queue.push(...links.filter((link) => link.startsWith(shop().url("aurora")) && !seen.has(link)));
  }
  expect(seen.size).toBeGreaterThan(30);
  expect(await balance()).toBe(before);
});
