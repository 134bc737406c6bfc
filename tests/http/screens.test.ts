import { afterAll, describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import { attribute, closest, findAll, textOf } from "../helpers/text-browser/html.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

// The content of screens of a brand that its backend configures, filled from the configuration.

const BRAND = {
  organization_name: "Maple",
  product_name: "Maple Rewards",
  email: "care@maple.example",
  address: "7 Lake View, Pune 411001",
  website_url: "https://maple.example/",
  about_us: { title: "We are Maple", content: "Gift cards since 1998.\nFrom Pune." },
};
const LOGIN = { "Email or phone": "9876543210", Password: "Foreign@1" };

let host: ForeignHost;
const shop = useShop(async () => {
  host = await new ForeignHost().start();
  host.fail("GET /configurator/", 200, BRAND);
  const maple = { api: { url: host.url }, coins: { validDays: 7 } };
  return { tenants: { maple }, env: { COMMERCE_API_PORT: "0" } };
});
afterAll(() => host[Symbol.asyncDispose]());

const url = (path: string) => shop().url("maple", path);
const visit = (path: string) => new TextBrowser().open(url(path));
const enter = () => signIn(shop(), "maple", LOGIN);
const open = (page: Page, path: string) => page.browser.open(url(path));
/** A card in the cart, up to the payment screen. */
const proceed = async (home: Page) => (await addToCart(home, "Foreign Card 2")).submit("Proceed to Checkout");
const orderIdOf = (screen: Page) => new URL(screen.url).searchParams.get("orderid")!;

describe("static pages", () => {
  test("show the terms in seven sections of real text, with a link to contact us [S-01]", async () => {
    const page = await visit("/terms-conditions");
    expect(sectionsOf(page)).toEqual([
      "Introduction",
      "Acceptance",
      "Commercial Agreements",
      "User Responsibilities",
      "Intellectual Property",
      "Limitation of Liability",
      "Contact Information",
    ]);
    for (const text of ["Maple Rewards, the online shop of Maple", BRAND.email, BRAND.address])
      expect(articleOf(page)).toContain(text);
    expect(page.text.length).toBeGreaterThan(3_000);
    expect(contactLinksOf(page)).toContain("/contact-us");
  });

  test("show the privacy policy in eleven sections, filled, not for people under 18 [S-02]", async () => {
    const page = await visit("/privacy");
    expect(sectionsOf(page)).toEqual([
      "Introduction",
      "Information We Collect",
      "How We Use Your Information",
      "Sharing",
      "Data Security",
      "Your Rights",
      "Cookies",
      "Third-Party Links",
      "Children's Privacy",
      "Changes",
      "Contact Us",
    ]);
    for (const text of ["under 18", "Maple", BRAND.email, BRAND.address]) expect(articleOf(page)).toContain(text);
    expect(contactLinksOf(page)).toContain("/contact-us");
  });

  test("show cookies and about us, filled, each with a link to contact us [S-03]", async () => {
    const cookies = await visit("/cookies");
    for (const text of ["Maple sets the cookies", "access_token", "refresh_token", "7 days", BRAND.email])
      expect(articleOf(cookies)).toContain(text);
    expect(contactLinksOf(cookies)).toContain("/contact-us");

    const about = await visit("/about-us");
    expect(about.heading).toBe("We are Maple");
    for (const text of ["Gift cards since 1998.", "From Pune.", BRAND.email, BRAND.address, "maple.example"])
      expect(articleOf(about)).toContain(text);
    expect(contactLinksOf(about)).toContain("/contact-us");
  });

  test("show the help center: earning, redeeming, notes, offers, a link to contact us [S-04]", async () => {
    const page = await visit("/help-center");
    expect(sectionsOf(page).slice(0, 4)).toEqual([
      "Maple rewards",
      "How to earn",
      "How to redeem",
      "Important information",
    ]);
    for (const text of [
      "1 point equals ₹1.",
      "Points are valid for 7 days from issue.",
      "There is no cap on the points that you can collect.",
      "Points cannot be exchanged for cash.",
      "Redemption cannot be combined with other offers.",
      "Points are spent before other balance types.",
    ])
      expect(page.text).toContain(text);
    expect(page.href("Browse offers")).toBe(BRAND.website_url);
    expect(contactLinksOf(page)).toContain("/contact-us");
  });

  test("show the page of planned features [S-05] [R-17]", async () => {
    const page = await visit("/purchase-voucher");
    expect(page.heading).toBe("Purchase Vouchers and Earn Benefits");
    for (const text of [
      "Purchase voucher for any demonination, Earn 3x worth benefits",
      "₹1000",
      "Note: Only multiples of 5 are accepted as amount.",
    ])
      expect(page.text).toContain(text);
    expect(page.parts(/^(Limited Period Offer )?Pay ₹/).map(({ text }) => text)).toEqual([
      "Limited Period Offer Pay ₹5 Get 10 worth voucher points",
      "Pay ₹100 Get 10 worth voucher points",
    ]);
    expect(page.links()).toContain("Next");
  });

  test("show the redemption guide under both its addresses [R-16]", async () => {
    for (const path of ["/redemption", "/redemptionpage"]) {
      const page = await visit(path);
      expect([page.status, page.path]).toEqual([200, path]);
      for (const text of ["Maple Coins", "Maple Codes", BRAND.email]) expect(page.text).toContain(text);
    }
  });
});

describe("screens of a shopper", () => {
  test("show the profile, and the form behind Edit [R-09] [R-10]", async () => {
    const profile = await open(await enter(), "/profile");
    expect(profile.text).toMatch(/Name Farah Email farah@foreign.example Mobile number 9876543210 Address 1 Marine/);
    const form = await profile.follow("Edit");
    expect([form.path, form.heading]).toEqual(["/edit-profile", "Edit profile"]);
    expect([form.value("Name"), form.isFieldDisabled("Name")]).toEqual(["Farah", true]);
  });

  test("show the cart, the order, and Pay now in the history [R-12] [R-15] [R-20]", async () => {
    const home = await enter();
    const cart = await addToCart(home, "Foreign Card 4");
    expect([cart.path, cart.heading]).toEqual(["/cart", "Cart"]);
    const orderId = orderIdOf(await cart.submit("Proceed to Checkout"));
    const history = await open(home, "/order-history");
    expect(history.heading).toBe("Order History");
    const payment = await history.part(orderId).follow("Pay now");
    expect(payment.path).toBe(`/payment?orderid=${encodeURIComponent(orderId)}`);
    expect(payment.heading).toBe("Payment of ₹400.00");
  });

  test("show the welcome layout with the logo and one link, and the payment screen within it [R-18] [R-19]", async () => {
    const welcome = await visit("/welcome");
    expect(welcome.heading).toBe("Welcome to Maple Rewards");
    const screen = await proceed(await enter());
    expect(screen.path).toMatch(/^\/verify-details\?orderid=/);
    for (const page of [welcome, screen]) {
      expect(page.href("Maple")).toBe(url("/"));
      for (const link of ["CART", "Track Order", "Privacy Policy"]) expect(page.links()).not.toContain(link);
    }
    expect(welcome.href("Start shopping")).toBe(url("/"));
  });
});

describe("entering the cart", () => {
  const checkoutOf = ({ browser }: Page) => browser.cookies.of(url("/")).get("checkout")?.value;

  test("clears nothing, and the same cart is the same order [K-07]", async () => {
    const screen = await proceed(await enter());
    const kept = checkoutOf(screen);
    const cart = await open(screen, "/cart");
    expect(checkoutOf(cart)).toBe(kept);
    expect(orderIdOf(await cart.submit("Proceed to Checkout"))).toBe(orderIdOf(screen));
    host.shop.cart = [];
  });

  test("begins a new checkout for another cart, or after an ended order [K-07]", async () => {
    const home = await enter();
    const first = await proceed(home);
    const other = await (await open(home, "/cart")).submit("One more of Foreign Card 2");
    const second = await other.submit("Proceed to Checkout");
    const { cart, orders } = host.shop;
    host.shop.pay(orders.at(-1)!.number);
    host.shop.cart = cart;
    const third = await (await open(home, "/cart")).submit("Proceed to Checkout");
    expect(new Set([first, second, third].map(orderIdOf)).size).toBe(3);
    host.shop.cart = [];
  });
});

/** The headings of an article's sections. */
const sectionsOf = (page: Page) =>
  findAll(page.tree, (element) => element.name === "h2" && !!closest(element, "article")).map((heading) =>
    textOf(heading),
  );

/** The text of an article, without header and footer, which also name the brand. */
const articleOf = (page: Page) => textOf(findAll(page.tree, ({ name }) => name === "article")[0]!);

/** Where an article's own Contact Us leads; the footer has one of that name too. */
const contactLinksOf = (page: Page) =>
  findAll(page.tree, (element) => textOf(element) === "Contact Us" && !!closest(element, "article")).map((link) =>
    attribute(link, "href"),
  );
