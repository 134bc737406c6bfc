import { describe, expect, test } from "vitest";
import { attribute, findAll, textOf } from "../helpers/html.ts";
import { TextBrowser, type Page } from "../helpers/page.ts";
import { DEMO, useShop } from "../helpers/shop.ts";
import { View } from "../helpers/view.ts";

const shop = useShop();
const open = (path: string) => new TextBrowser().open(shop().url("aurora", path));

/** A navigation by its label, and where each of its links leads. */
const navOf = (page: Page, label: string) =>
  new View(page, findAll(page.tree, (element) => attribute(element, "aria-label") === label)[0]!);
function linksOf(page: Page, label: string) {
  const nav = navOf(page, label);
  return nav.links().map((name) => [name, nav.href(name).slice(new URL(page.url).origin.length)]);
}

describe("pages that need nobody to be signed in", () => {
  /** The page is there under its own address, with a heading and a title, and nothing on it is left unresolved. */
  async function expectPage(path: string, heading: RegExp) {
    const page = await open(path);
    expect([page.status, page.path]).toEqual([200, path]);
    expect(page.heading).toMatch(heading);
    expect(page.title).not.toBe("");
    expect(page.text).not.toMatch(/undefined|\[object|NaN|null/);
  }

  test("[R-01] the catalogue", () => expectPage("/", /in minutes/));
  test("[R-02] the login", () => expectPage("/login", /^Login$/));
  test("[R-03] the signup", () => expectPage("/signup", /^Sign up$/));
  test("[R-04] a password forgotten", () => expectPage("/forgot", /^Forgot Password\?$/));
  test("[R-05] the one-time code", () => expectPage("/verify-otp", /code/));
  test("[R-06] the new password", () => expectPage("/reset-password", /^Reset Password$/));
  test("[R-07] the terms", () => expectPage("/terms-conditions", /Terms/));
  test("[R-08] the contact form", () => expectPage("/contact-us", /^Contact Us$/));
  test("[R-11] Load Coins", () => expectPage("/redeem-voucher", /^Load Coins$/));
  test("[R-14] the help center", () => expectPage("/help-center", /Help Center/));
  test("[R-16] the redemption guide", () => expectPage("/redemption", /How to Redeem\?/));
  test("[R-16] its other address", () => expectPage("/redemptionpage", /How to Redeem\?/));
  test("[R-17] what is planned", () => expectPage("/purchase-voucher", /^Purchase Vouchers and Earn Benefits$/));
  test("[R-19] the welcome", () => expectPage("/welcome", /^Welcome to Aurora Rewards$/));
  test("[R-22] a link that has expired", () => expectPage("/timeexp", /^Link Expired!$/));
  test("[R-23] the privacy policy", () => expectPage("/privacy", /Privacy/));
  test("[R-23] the cookies", () => expectPage("/cookies", /Cookie/));
  test("[R-23] about the brand", () => expectPage("/about-us", /./));

  test("[R-21] /loading shows its spinner", async () => {
    const page = await open("/loading");
    expect([page.status, page.alerts()]).toEqual([200, ["Loading..."]]);
  });

  test("[R-13] the product page without a product says so and leads home", async () => {
    const page = await open("/shopping-cart");
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("Loading")]);
    expect((await page.follow("Go to Home")).path).toBe("/");
  });
});

describe("pages of somebody", () => {
  describe("[A-15] signed out", () => {
    test.each([
      "/edit-profile",
      "/order-history",
      "/order-history?coins=open",
      "/cart",
      "/verify-details?orderid=x1",
      "/payment?orderid=x1",
      "/payment-success?orderid=ORD1",
    ])("%s goes to the login and comes back to itself", async (path) => {
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

test("[R-25] what is not there is a page of the brand, with 404", async () => {
  const page = await open("/no/such/page");
  expect([page.status, page.heading]).toEqual([404, "We cannot find that page"]);
  expect(page.links()).toContain("Help Center");
  expect(page.answer.text).not.toMatch(/node_modules|at .*\.[jt]sx?:\d+/);
});

test("[H-01] [H-06] [H-11] header and footer of a visitor", async () => {
  const page = await open("/privacy");
  expect(linksOf(page, "Help and account").slice(-3)).toEqual([
    ["Help Center", "/help-center"],
    ["Track Order", "/order-history"],
    ["How to Redeem?", "/redemptionpage"],
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
    ["How to Redeem?", "/redemptionpage"],
    ["Redeem Points", "/redeem-voucher"],
  ]);
});

test("[H-01] [H-11] a shopper finds Logout, a form, in the header and in the menu", async () => {
  const page = await (await open("/login")).submit("Login", DEMO);
  for (const label of ["Help and account", "Shop"]) expect(navOf(page, label).buttons()).toEqual(["Logout"]);
  expect((await navOf(page, "Shop").submit("Logout")).path).toBe("/login");
});

test("[H-09] Redeem Points is there for those who cannot see it", async () => {
  const page = await open("/");
  expect(linksOf(page, "Help and account")[0]).toEqual(["Redeem Points", "/redeem-voucher"]);
  expect(page.answer.text).toMatch(/<a class="sr[^"]*" href="\/redeem-voucher">Redeem Points/);
});

test("[H-12] links of the footer whose page is named otherwise find their own word there", async () => {
  const terms = await open("/terms-conditions");
  const [section] = findAll(terms.tree, (element) => attribute(element, "id") === "commercial-agreements");
  expect(textOf(section!)).toMatch(/To order gift cards for many people, or to become a partner .* write to us/);
  expect(findAll(section!, (element) => attribute(element, "href") === "/contact-us")).toHaveLength(1);
  expect((await open("/contact-us")).text).toContain("Our support answers here");
  const home = await (await open("/login")).submit("Login", DEMO);
  const at = async (path: string) => (await home.browser.open(shop().url("aurora", path))).text;
  expect(await at("/order-history")).toContain("Track your orders");
  expect(await at("/edit-profile")).toContain("The details of your account.");
});

test("[H-12] every link of the footer leads to its page", async () => {
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
  ]);
  expect(page.links().filter((name) => /^Aurora on /.test(name))).toEqual([
    "Aurora on LinkedIn",
    "Aurora on Instagram",
    "Aurora on YouTube",
  ]);
  expect(page.href("Aurora on YouTube")).toBe("https://social.aurora.test/films");
  expect(page.text).toContain("Head Office 4th Floor, Nilgiri House");
});

test("[H-10] the guide as a page: both tabs, the steps letter for letter, the address", async () => {
  const page = await open("/redemptionpage");
  const [coins, codes] = page.parts(/^Aurora (Coins|Codes) Step 1/);
  expect(coins?.text).toBe(
    "Aurora Coins Step 1 Add products to cart and proceed to checkout. Step 2 At checkout, select your points balance and redeem against the shopping cart value. You can pay additional amount via other payment modes as well. Need help? Write to care@aurora.test",
  );
  expect(codes?.text).toMatch(/^Aurora Codes Step 1 .*enter the code.*Step 2 Press Verify.*Step 3 Press Add Coins/);
  expect(codes?.href("Go to Load Coins")).toBe(shop().url("aurora", "/redeem-voucher"));
});

test("[CSRF-03] reading every page that a link leads to changes nothing and ends in no error", async () => {
  const browser = new TextBrowser();
  const home = await browser.open(shop().url("aurora"));
  await (await home.follow("SIGN IN")).submit("Login", DEMO);
  const seen = new Set<string>();
  const balance = async () =>
    (await browser.open(shop().url("aurora", "/privacy"))).text.match(/([\d.,]+) Points/)?.[1];
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
