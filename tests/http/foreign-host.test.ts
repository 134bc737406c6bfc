import { afterAll, afterEach, describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import type { Quirks } from "../helpers/backend/foreign-shop.ts";
import { send } from "../helpers/http/http.ts";
import { tokenIn } from "../helpers/http/token-cookies.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, coinsOf, signIn } from "../helpers/shop/shopper.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

// The shop with hosts of other companies and without the embedded API: a brand is one line in its tenant.json.

const kinds = ["paymentLinks", "orderLink", "redirect_url", "none"] as const satisfies Quirks["links"][];
const hosts = {} as Record<Quirks["links"], ForeignHost>;
const brandOf = (links: Quirks["links"]) => links.toLowerCase().replace("_", "-");

const shop = useShop(async () => {
  for (const links of kinds)
    hosts[links] = await new ForeignHost({
      links,
      mostPerPage: 8,
      errors: links === "none" ? "oauth" : "details",
    }).start();
  const tenants = kinds.map((links) => [
    brandOf(links),
    {
      api: { url: hosts[links].url },
      redirectOrigins: ["https://pay.foreign.example"],
      branding: { email: "help@foreign.example" },
    },
  ]);
  return { tenants: Object.fromEntries(tenants), env: { COMMERCE_API_PORT: "0", PAGE_CACHE_MB: "0" } };
});
afterEach(() => Object.values(hosts).forEach((host) => host.heal()));
afterAll(() => Promise.all(Object.values(hosts).map((host) => host[Symbol.asyncDispose]())));

const LOGIN = { "Email or phone": "9876543210", Password: "Foreign@1" };
const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);
const visit = (path: string, links: Quirks["links"] = "paymentLinks") =>
  new TextBrowser().open(shop().url(brandOf(links), path));
const enter = (links: Quirks["links"] = "paymentLinks") => signIn(shop(), brandOf(links), LOGIN);

test("takes the brand from its backend, field by field: name, colours, websiteUrl; tenant.json fills the gaps [B-01]", async () => {
  const page = await visit("/help-center");
  expect(page.text).toContain("Foreign Gifts");
  expect(page.text).toContain("help@foreign.example");
  expect(page.href("Browse offers")).toBe("https://foreign.example/");
  const { text: css } = await send(shop().url("paymentlinks", "/brand.css"));
  expect([css, css]).toEqual([
    expect.stringContaining("--primary:#123456"),
    expect.stringContaining("--button:#ffd700"),
  ]);
  const about = await visit("/about-us");
  expect([about.heading, about.text]).toEqual([
    "Gifts from afar",
    expect.stringContaining("Since 1998 & counting. From Pune."),
  ]);
});

test("reads a catalogue with ids and amounts as text, missing lists, sorts, pages and search", async () => {
  const page = await visit("/");
  expect(page.text).toMatch(/Food Travel Fashion/);
  expect(page.part("View Coupon for Foreign Card 1").text).toContain("Voucher");
  const sorted = await visit("/?sort=price_high_low");
  expect(sorted.buttons().find((name) => name.startsWith("View Coupon"))).toBe("View Coupon for Foreign Card 20");
  const all = await (await page.follow("Show More")).follow("Show More");
  expect(all.text).toContain("All items are loaded!");
  expect((await visit("/?price_min=99999")).text).toContain("No Products Available");
  expect((await visit("/search?q=card%2012")).text).toContain("Foreign Card 12");
});

test("finds a product by name if the backend cannot find an id [R-13] [C-15]", async () => {
  const card = (await visit("/?page=3")).part("View Coupon for Foreign Card 19");
  const page = await card.submit(/^View Coupon/);
  expect([page.status, page.heading]).toEqual([200, "Foreign Card 19"]);
  expect(page.text).toContain("About Foreign Card 19 & friends");
  expect(page.part("Enter Denomination").page.text).toContain("No Image Available");
  expect(page.text).toContain("Home Travel cards Foreign Card 19");
  expect((await visit("/shopping-cart?product=gc-019")).heading).toBe("Foreign Card 19");
  expect((await visit("/shopping-cart?product=gc-999&name=Nothing")).status).toBe(404);
});

test("counts every search result as available, despite the backend's value [C-24] [C-15]", async () => {
  const found = {
    id: "c24",
    name: "Found Card",
    is_available: false,
    denominations: [{ id: 1, min: "100", max: "100" }],
  };
  hosts.none.fail("GET /search/", 200, [found]);
  const card = (await visit("/search?q=found", "none")).part("Found Card");
  expect(card.text).toContain("Instant");
  expect(card.text).not.toContain("Unavailable");
  expect((await card.submit(/^View Coupon/)).text).toContain("Home Category Found Card");
});

test("searches for an unseen product by the link's name, else page by page [R-13]", async () => {
  const host = hosts.orderLink;
  const asked = () =>
    host.requests.map(({ call, query }) => `${call}?${query}`).filter((call) => /search|products/.test(call));
  const named = await visit("/shopping-cart?product=gc-018&name=Foreign+Card+18", "orderLink");
  expect([named.heading, asked()]).toEqual(["Foreign Card 18", ["GET /search/?q=Foreign+Card+18"]]);
  const before = asked().length;
  expect((await visit("/shopping-cart?product=gc-017", "orderLink")).heading).toBe("Foreign Card 17");
  expect(
    asked()
      .slice(before)
      .map((call) => /page=(\d)/.exec(call)![1]),
  ).toEqual(["1", "2", "3"]);
});

test("completes a purchase with usercoins, times without a zone, and no vouchers until it is paid [K-08] [O-01] [P-08]", async () => {
  const home = await enter();
  expect(coinsOf(home)).toBe(1000);
  const cart = await addToCart(home, "Foreign Card 1", undefined, "2");
  const less = await cart.submit("Apply", { [cart.fields().find((label) => label.startsWith("Use coins"))!]: true });
  const screen = await less.submit("Proceed to Checkout");
  expect(screen.heading).toBe("₹ 900.00 | Make Payment");
  expect(screen.text).toMatch(/(3:00|2:5\d) Time remaining/);
  expect(coinsOf(await open(screen, "/privacy"))).toBe(900);

  const [sent] = hosts.paymentLinks.recorded("POST /place-order/");
  const origin = new URL(screen.url).origin;
  const number = String(sent!.body.order_number);
  expect(number).toMatch(/^ORD\d{13,}$/);
  expect(sent!.body).toEqual({
    amount: 900,
    coins_used: 100,
    order_number: number,
    redirect_url: `${origin}/payment-success?order_number=${number}`,
    notify_url: `${origin}/payment-notification?order_number=${number}`,
  });

  expect(screen.isFieldDisabled(screen.fields().find((label) => label.startsWith("Paytm"))!)).toBe(true);
  const waiting = await screen.submit(/^Pay ₹/, { "Google Pay": true, [TERMS]: true });
  expect(waiting.href(/^Open/)).toMatch(/^tez:\/\/upi\/pay\?pa=foreign%40bank&.*am=900\.00&cu=INR$/);
  expect(waiting.text).toMatch(/waiting for your payment/i);

  const before = await open(waiting, "/order-history");
  expect(before.text).toContain("No voucher details available");
  hosts.paymentLinks.shop.pay(number);
  expect((await open(waiting, `/payment-success?order_number=${number}`)).heading).toBe("Payment received");
  const paid = await open(waiting, `/payment${new URL(screen.url).search}`);
  const success = paid.part("Congrats");
  expect(success.text).toMatch(
    new RegExp(
      "^Congrats You bought [^×]+ for ₹900\\.00( and 100 coins)?\\. Your vouchers are in your order history\\. " +
        "Points has been added on your account •••• FO/\\d+ ?Redeem Show code 1000 Coins Redeemed on this site " +
        "(100 coins were used for this order\\. )?See your vouchers OK The next page opens in 4 seconds\\. Stay on this page$",
    ),
  );
  expect([success.href("Redeem"), success.href("OK")]).toEqual([
    expect.stringContaining(`${origin}/order-history?open=`),
    sent!.body.redirect_url,
  ]);
  expect(paid.refresh).toEqual({ seconds: 4, url: sent!.body.redirect_url });
  const history = await open(waiting, "/order-history");
  expect(history.text).toMatch(/Completed.*FOREIGN-FO/);
  expect(history.text).toContain("4321");
  expect(history.text).toContain("No claim URL available");
  expect(history.buttons().join()).not.toContain("Mark as used");
  const today = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "Asia/Kolkata" });
  expect(history.text).toContain(today);
});

test.each(["orderLink", "redirect_url"] as const)("accepts %s as the only way to pay [K-08]", async (links) => {
  const cart = await addToCart(await enter(links), "Foreign Card 1");
  const screen = await cart.submit("Proceed to Checkout");
  const waiting = await screen.submit("Continue to payment", { [TERMS]: true });
  expect(waiting.href("Continue to payment")).toMatch(/^https:\/\/pay\.foreign\.example\/FO/);
});

test("reports in the cart that there is no way to pay [K-08] [E-12]", async () => {
  const cart = await addToCart(await enter("none"), "Foreign Card 1");
  const answer = await cart.submit("Proceed to Checkout");
  expect(answer.alerts()).toContain("Payment links are missing. Please try again.");
});

test("refreshes once after a 401 in the middle of a page, shows the whole page, and keeps the new token [A-12]", async () => {
  const host = hosts.paymentLinks;
  const home = await enter();
  const { accessToken: old } = { accessToken: home.browser.cookies.of(home.url).get("access_token")!.value };
  const refreshes = host.recorded("POST /user/refreshtoken/").length;
  host.expireAccessTokensAfter(0);
  const page = await open(home, "/order-history");
  expect([page.status, page.path]).toEqual([200, "/order-history"]);
  expect(host.recorded("POST /user/refreshtoken/").length).toBe(refreshes + 1);
  expect(page.browser.cookies.of(page.url).get("access_token")!.value).not.toBe(old);
});

test("signs out a session that the backend has ended, and leads to the login [A-12]", async () => {
  const home = await enter();
  hosts.paymentLinks.endSessions();
  const page = await open(home, "/order-history");
  expect(page.path).toBe("/login?returnTo=%2Forder-history");
  expect([...page.browser.cookies.of(page.url).keys()]).not.toContain("access_token");
});

test("requests the profile on its page alone, and shows its picture [A-14] [A-16]", async () => {
  const host = hosts.paymentLinks;
  const body = { username: "Farah", email: "farah@foreign.example", profile_pic_image_url: "/media/farah.png" };
  host.fail("GET /edit-profile/", 200, body);
  const home = await enter();
  const asked = host.recorded("GET /edit-profile/").length;
  for (const path of ["/", "/cart", "/order-history"]) await open(home, path);
  expect(host.recorded("GET /edit-profile/").length).toBe(asked);
  const form = await open(home, "/edit-profile");
  expect(host.recorded("GET /edit-profile/").length).toBe(asked + 1);
  expect(form.answer.text).toMatch(/<img class="profile-picture" src="\/media\/farah\.png"/);
});

test("has no page to change the password at another company's backend, and no link to one", async () => {
  const home = await visit("/");
  const login = await home.browser.open(new URL("/change-password", home.url).href);
  expect([login.status, login.path]).toEqual([200, expect.stringMatching(/^\/login/)]);
  const signedIn = await login.submit("Login", LOGIN);
  expect([signedIn.path, signedIn.status]).toEqual(["/change-password", 404]);
  const profile = await signedIn.browser.open(new URL("/edit-profile", home.url).href);
  expect(profile.links()).not.toContain("Change password");
});

test("accepts anything sent to /payment-notification for another company's backend, and changes nothing [R-24]", async () => {
  const headers = { "content-type": "application/json", origin: "https://gateway.example" };
  const body = '{"order_number":"ORD1","result":"success"}';
  const asked = hosts.paymentLinks.requests.length;
  const answer = await send(shop().url(brandOf("paymentLinks"), "/payment-notification"), {
    method: "POST",
    headers,
    body,
  });
  expect([answer.status, answer.text]).toEqual([204, ""]);
  expect(hosts.paymentLinks.requests.length).toBe(asked);
});

test("keeps shoppers signed in during an outage [REF-05]", async () => {
  const home = await enter();
  hosts.paymentLinks.expireAccessTokensAfter(0);
  hosts.paymentLinks.fail("POST /user/refreshtoken/", 503);
  const page = await open(home, "/order-history");
  expect(page.path).toBe("/order-history");
  expect(page.answer.text).not.toMatch(/<h1>Oh no/);
  hosts.paymentLinks.heal();
  expect((await open(home, "/order-history")).text).toContain("Logout");
});

test("logs out if the backend has no such call [A-13]", async () => {
  const home = await enter();
  const page = await home.submit("Logout");
  expect(page.path).toBe("/login");
  expect((await open(page, "/order-history")).path).toContain("/login");
});

describe("a failure's text from the backend", () => {
  test.each([
    [
      { error: "invalid_grant", error_description: "x" },
      400,
      "Invalid password. Please check your password and try again.",
    ],
    [{ error: "invalid_client" }, 401, "Invalid email or user not found."],
    [{ detail: "Locked until Monday" }, 403, "Locked until Monday"],
    [{}, 404, "Account not found. Please check your email or sign up."],
    ["<html>502</html>", 502, "Login failed (Error 502). Please try again."],
  ])("is shown at the login: %j with %d [A-03] [E-01] [E-02]", async (body, status, text) => {
    hosts.paymentLinks.fail("POST /user/login/", status, body);
    const page = await (await visit("/login")).submit("Login", LOGIN);
    expect(page.alerts()).toEqual([text]);
    expect(page.status).toBeGreaterThanOrEqual(400);
  });

  const lists = [
    ["GET /products/", "/?price_max=4321", "contact the adminstration"],
    ["GET /products/sort/", "/?sort=price_low_high", "Failed to fetch sorted products"],
    ["GET /search/", "/search?q=card", "Failed to fetch search results"],
  ] as const;
  test.each(lists)("is not shown when %s answers with an HTML error page [SSR-03] [E-10]", async (call, path, text) => {
    hosts.paymentLinks.fail(call, 500);
    const page = await visit(path);
    expect(page.text).toContain(text);
    expect(page.answer.text).not.toContain("Oh no");
    expect(page.links()).toContain("Help Center");
  });

  const pages = [
    ["GET /cart/", "/cart"],
    ["GET /order-history/", "/order-history"],
    ["GET /edit-profile/", "/edit-profile"],
    ["GET /user-data/", "/privacy"],
    ["GET /home/", "/privacy"],
    ["GET /configurator/", "/privacy"],
    ["GET /coins-history", "/order-history?coins=open"],
    ["GET /order-status/", "/payment?orderid=FO%2F1"],
  ] as const;
  test.each(pages)("shows no stack and no HTML for any failure of %s [SSR-03] [SSR-08]", async (call, path) => {
    const home = await enter();
    for (const [status, body] of [
      [500, "<h1>Traceback</h1>"],
      [404, {}],
      [200, "<html>"],
      [200, "[1,2"],
      [200, "null"],
      [200, '{"results":7}'],
    ] as const) {
      hosts.paymentLinks.fail(call, status, body);
      const page = await open(home, path);
      expect([status, body, page.text]).not.toEqual([
        status,
        body,
        expect.stringMatching(/Traceback|node_modules|Oops|undefined|\[object/),
      ]);
      expect(page.answer.text).toContain("</html>");
    }
  });

  test("a page is served without the answer of a hanging backend [SSR-01]", async () => {
    hosts.paymentLinks.hold("GET /products/", 1);
    const page = await visit("/?price_max=1234&page=2");
    expect(page.text).toContain("contact the adminstration");
  });

  test("a brand whose backend is down does not affect the others [TEN-09]", async () => {
    for (const call of ["GET /home/", "GET /products/", "GET /configurator/"]) hosts.orderLink.fail(call, 500);
    expect((await visit("/?price_max=777", "orderLink")).text).toContain("contact the adminstration");
    expect((await visit("/", "redirect_url")).text).toContain("Foreign Card 1");
  });
});

test("sends each call with its own shopper's token for a hundred mixed pages of two brands at once [TEN-06]", async () => {
  const brands = ["paymentLinks", "orderLink"] as const;
  const homes = await Promise.all(brands.map((links) => enter(links)));
  const own = homes.map((home) => {
    return `Bearer ${tokenIn(home.browser.cookies.of(home.url).get("access_token")!.value)}`;
  });
  const before = brands.map((links) => hosts[links].requests.length);
  for (const links of brands) hosts[links].delay("GET /user-data/", 30);
  await Promise.all(
    Array.from({ length: 100 }, (_, index) => open(homes[index % 2]!, index % 3 ? "/cart" : "/order-history")),
  );
  brands.forEach((links, index) => {
    const bearers = hosts[links].requests.slice(before[index]).map(({ headers }) => headers.authorization);
    expect(bearers.length).toBeGreaterThanOrEqual(50);
    expect(new Set(bearers.filter(Boolean))).toEqual(new Set([own[index]]));
  });
});

test("sends another brand's copied cookies to no backend [TEN-01] [SES-08]", async () => {
  const home = await enter();
  const cookie = home.browser.cookies.headerFor(home.url)!;
  const other = hosts.orderLink;
  const asked = other.requests.length;
  for (const path of ["/order-history", "/", "/cart"])
    await send(shop().url(brandOf("orderLink"), path), { headers: { cookie } });
  const bearers = other.requests.slice(asked).map(({ headers }) => headers.authorization);
  expect([bearers.length > 0, bearers.filter(Boolean)]).toEqual([true, []]);
  expect((await open(home, "/order-history")).text).toContain("Logout");
});

test("puts no token of the backend into a page, an address or the log [SES-01] [OPS-04]", async () => {
  const home = await enter();
  await addToCart(home, "Foreign Card 3");
  const tokens = [...home.browser.cookies.of(home.url).values()]
    .filter(({ name }) => name.endsWith("_token"))
    .map(({ value }) => value);
  const plain = tokens.map(tokenIn);
  expect(plain[0]).toMatch(/^access-/);
  for (const token of [...tokens, ...plain]) {
    expect(home.browser.answers.filter(({ text, url }) => text.includes(token) || url.includes(token))).toEqual([]);
    expect(shop().log).not.toContain(token);
  }
  expect(shop().log).not.toContain(LOGIN.Password);
});
