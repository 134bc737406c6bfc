import { afterAll, afterEach, expect, test } from "vitest";

import { CONTRACT } from "#app/commerce/contract.ts";

import { ForeignHost, type Recorded } from "../helpers/backend/foreign-host.ts";
import { send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

// A host that has the calls of every host (docs/commerce-api.md) and nothing else: it answers 401 for every other path, gives eight products at
// once, and names the way to pay once, as one link.

let host: ForeignHost;
const shop = useShop(async () => {
  const quirks = { links: "orderLink", repeatsLinks: false, search: "results", products: 60, mostPerPage: 8 } as const;
  host = await new ForeignHost({ ...quirks, unknownCall: 401 }).start();
  const brand = {
    api: { url: host.url },
    redirectOrigins: ["https://pay.foreign.example"],
    branding: { organization_name: "Strict", email: "help@strict.example" },
  };
  return { tenants: { strict: brand, large: brand }, env: { COMMERCE_API_PORT: "0", PAGE_CACHE_MB: "0" } };
});
afterEach(() => {
  host.heal();
  host.shop.cart = [];
  host.shop.user.phone = LOGIN["Email or phone"];
  Object.assign(host.shop.quirks, { links: "orderLink", repeatsLinks: false, unknownCall: 401 });
});
afterAll(() => host[Symbol.asyncDispose]());

const LOGIN = { "Email or phone": "9876543210", Password: "Foreign@1" };
const CART_FIELDS = ["product_id", "quantity", "to_pay", "selectedDenomination"];
const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);
const visit = (path: string, brand = "strict") => new TextBrowser().open(shop().url(brand, path));
const enter = () => signIn(shop(), "strict", LOGIN);

/** Each call that every host has, with what its query or its body may hold. */
const CALLS: Record<string, string[]> = Object.fromEntries(
  CONTRACT.filter(({ feature }) => feature === undefined).map(({ method, path, query, body }) => [
    `${method} ${path}`,
    [...Object.keys(query?.shape ?? {}), ...Object.keys(body?.shape ?? {}), ...(path === "/cart/" ? CART_FIELDS : [])],
  ]),
);

const namesIn = ({ query, body }: Recorded) => {
  const items = (body.cart_items ?? []) as object[];
  return [...query.keys(), ...Object.keys(body), ...items.flatMap((item) => Object.keys(item))];
};

test("every screen makes all calls of the contract that every backend has, and no other call, parameter or field [W-01]", async () => {
  for (const path of [
    "/",
    "/?page=2&price_min=100&price_max=9000",
    "/?sort=price_low_high&category=c1",
    "/search?q=card",
  ])
    await visit(path);
  for (const path of ["/suggest?q=card", "/shopping-cart?product=gc-055", "/redeem-voucher", "/sitemap.xml"])
    await send(shop().url("strict", path));
  for (const path of ["/contact-us", "/forgot", "/verify-otp", "/reset-password", "/verify-email?token=t", "/timeexp"])
    await visit(path);
  await send(shop().url("strict", `/gift/${"g".repeat(43)}`), post("/login", ""));
  for (const path of ["/contact-us", "/forgot", "/verify-otp", "/reset-password"])
    await send(shop().url("strict", path), post(path, "username=9876543210&digit=1&name=A&message=Hello"));

  const account = { "Full Name": "Asha Rao", Email: "asha@example.com" };
  const password = { Password: "Gulmohar-7!", "Confirm Password": "Gulmohar-7!" };
  await (await visit("/signup")).submit("Register Now", { ...account, ...password });
  const home = await enter();
  await (await open(home, "/edit-profile")).submit("Save Changes", { "Mobile number": "9000000001" });
  await (await open(home, "/redeem-voucher")).submit("Add Coins", { "Voucher code": "FOREIGN-100" });
  for (const path of ["/profile", "/sessions", "/change-password", "/confirm-device", "/verify-email"])
    await open(home, path);
  await (await addToCart(home, "Foreign Card 3")).submit("Remove Foreign Card 3");
  const cart = await (await addToCart(home, "Foreign Card 1")).submit("One more of Foreign Card 1");
  const screen = await cart.submit("Proceed to Checkout");
  expect(screen.path).toMatch(/^\/verify-details\?/);
  await (await screen.follow("Edit phone")).submit("Save", { Phone: "9123456780" });
  const waiting = await screen.submit("Continue to payment", { [TERMS]: true });
  expect(waiting.path).toMatch(/^\/pay\?/);
  const { search } = new URL(screen.url);
  await send(shop().url("strict", `/order-state${search}`), post("/order-state", "", home));
  await open(home, `/order-state${search}`);
  host.shop.pay(host.shop.orders.at(-1)!.number);
  for (const path of ["/payment-success", "/payment", "/receipt", "/timeexp"]) await open(home, path + search);
  host.expireAccessTokensAfter(0);
  const history = await open(home, "/order-history?coins=open");
  expect(history.text).toContain("FOREIGN-FO");
  await history.submit("Logout");

  const unknown = host.requests.flatMap((request) =>
    namesIn(request).flatMap((name) => (CALLS[request.call]?.includes(name) ? [] : [`${request.call} ${name}`])),
  );
  expect([...new Set(unknown)]).toEqual([]);
  expect([...new Set(host.requests.map(({ call }) => call))].toSorted()).toEqual(Object.keys(CALLS).toSorted());
});

/** A form as a browser sends it from this shop; signed in as `page`. */
const post = (path: string, body: string, page?: Page) => {
  const url = shop().url("strict", path);
  const cookie = page?.browser.cookies.headerFor(url);
  const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  return { method: "POST", headers: { ...headers, ...(cookie && { cookie }) }, body };
};

test("opens a product beyond the fifth page from its bare address, and adds it to the cart [R-13] [K-08]", async () => {
  // A brand of its own, to which no list has shown the product before.
  const page = await open(await signIn(shop(), "large", LOGIN), "/shopping-cart?product=gc-058");
  expect([page.status, page.heading]).toEqual([200, "Foreign Card 58"]);
  expect((await page.submit("Add to Cart")).text).toContain("Foreign Card 58");
  expect((await visit("/shopping-cart?product=gc-061", "large")).status).toBe(404);
  const asked = host.recorded("GET /products/").length;
  expect((await visit("/shopping-cart?product=gc-061", "large")).status).toBe(404);
  expect(host.recorded("GET /products/").length).toBe(asked);
});

test.each(["orderLink", "redirect_url"] as const)(
  "accepts a backend that names %s once, when the order is placed [K-08]",
  async (links) => {
    host.shop.quirks.links = links;
    const cart = await addToCart(await enter(), "Foreign Card 1");
    const screen = await cart.submit("Proceed to Checkout");
    expect(screen.heading).toBe("₹ 500.00 | Make Payment");
    for (const path of ["/verify-details", "/payment"]) {
      const page = await open(screen, path + new URL(screen.url).search);
      const waiting = await page.submit("Continue to payment", { [TERMS]: true });
      expect(waiting.href("Continue to payment")).toMatch(/^https:\/\/pay\.foreign\.example\/FO/);
      // A page of the host's is all there is: nothing for a UPI app to scan or to be told.
      expect(page.text).not.toMatch(/any UPI app|UPI ID/);
    }
    expect(screen.browser.cookies.of(screen.url).get("checkout")!.value).not.toMatch(/pay\.foreign|Zm9yZWlnbi/);
    expect((await open(await enter(), `/verify-details${new URL(screen.url).search}`)).path).toBe("/cart");
  },
);

test("draws the backend's own upi: link for another phone's camera, with a payee that can be typed [P-05]", async () => {
  host.shop.quirks.links = "paymentLinks";
  host.shop.quirks.repeatsLinks = true;
  const screen = await (await addToCart(await enter(), "Foreign Card 1")).submit("Proceed to Checkout");
  const waiting = await screen.submit(/^Pay ₹/, { "Google Pay": true, [TERMS]: true });
  for (const page of [screen, waiting]) {
    expect(page.headings()).toContain("Scan with any UPI app");
    expect(page.answer.text).toMatch(/<svg class="qr"[^>]*aria-label="QR code to pay Foreign Gifts"/);
    expect(page.text).toMatch(/UPI ID foreign@bank .*Payee Foreign Gifts/);
    expect(page.answer.text).toContain('value="foreign@bank"');
  }
});

test("offers nothing that the backend has no call for, and the page says so [A-10] [S-06] [K-10]", async () => {
  const forgot = await visit("/forgot");
  expect([forgot.status, forgot.buttons()]).toEqual([200, expect.not.arrayContaining(["Send Reset Instructions"])]);
  expect(forgot.text).toMatch(/cannot reset passwords on its website\. .*write to help@strict\.example/);
  for (const path of ["/verify-otp", "/reset-password"]) expect((await visit(path)).path).toBe("/forgot");

  const contact = await visit("/contact-us");
  expect(contact.buttons()).not.toContain("Send Message");
  expect(contact.text).toMatch(/cannot send messages on this website\. Please write to help@strict\.example/);

  const product = await visit("/shopping-cart?product=gc-001");
  expect([product.isFieldDisabled("Send as Gift Not available"), product.fields()]).toEqual([
    true,
    expect.arrayContaining(["Add to my account (for personal use)"]),
  ]);

  const coins = await visit("/redeem-voucher");
  expect(coins.buttons()).toEqual(expect.arrayContaining(["Add Coins"]));
  expect(coins.buttons()).not.toContain("Verify");
  expect((await visit("/redemptionpage")).text).not.toContain("Press Verify");
});
