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
  const features = { passwordReset: false, contact: false, gift: false, verifyCoupon: false };
  return {
    tenants: { strict: brand, large: brand, hidden: { ...brand, features } },
    env: { COMMERCE_API_PORT: "0", PAGE_CACHE_MB: "0" },
  };
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

/** Each call that every backend has, with the allowed names in its query or body. */
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
  // A separate brand, whose lists have not contained the product before.
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
      // The backend's page is the only way to pay: there is nothing for a UPI app to scan or to enter.
      expect(page.text).not.toMatch(/any UPI app|UPI ID/);
    }
    expect(screen.browser.cookies.of(screen.url).get("checkout")!.value).not.toMatch(/pay\.foreign|Zm9yZWlnbi/);
    expect((await open(await enter(), `/verify-details${new URL(screen.url).search}`)).path).toBe("/cart");
  },
);

test("accepts a backend that names paymentLinks once, when the order is placed [K-08]", async () => {
  host.shop.quirks.links = "both";
  const screen = await (await addToCart(await enter(), "Foreign Card 1")).submit("Proceed to Checkout");
  expect(host.shop.quirks.repeatsLinks).toBe(false);
  for (const path of ["/verify-details", "/payment"]) {
    const page = await open(screen, path + new URL(screen.url).search);
    expect(page.path).toContain(path);
    expect(page.text).toMatch(/PhonePe.*Google Pay.*Other UPI app.*Other ways to pay/);
    expect(page.text).toContain("UPI ID foreign@bank");
    const waiting = await page.submit(/^Pay ₹/, { "Google Pay": true, [TERMS]: true });
    expect(waiting.answer.text).toContain("tez://upi/pay?pa=foreign%40bank");
  }
});

test("shows the links that fit in the cookie, of a backend that names very long ones once", async () => {
  host.shop.quirks.links = "paymentLinks";
  const cart = await addToCart(await enter(), "Foreign Card 1");
  const link = (method: string, length: number) => `https://pay.foreign.example/${method}?${"l".repeat(length)}`;
  const paymentLinks = { phonePe: link("phonepe", 900), gpay: link("gpay", 900), other: link("other", 100) };
  const order = { status: "PAYMENT_PENDING", amount: "500.00", created_at: new Date().toISOString() };
  host.answer("POST /place-order/", () => ({ status: 200, body: { orderId: "gone", paymentLinks } }), 1);
  host.answer("GET /order-status/", () => ({ status: 200, body: order }));
  const screen = await cart.submit("Proceed to Checkout");
  host.heal();
  expect(screen.text).toMatch(/PhonePe Paytm Not available Google Pay Not available/);
});

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

const NO_RESET =
  /cannot reset passwords on its website, so it sends no code and changes no password\. For a new password, write to help@strict\.example/;

test("leads through the steps of a password reset, and says at each that nothing is sent or changed [A-10] [R-04] [R-05]", async () => {
  const forgot = await visit("/forgot");
  expect([forgot.status, forgot.text]).toEqual([200, expect.stringMatching(NO_RESET)]);
  expect((await forgot.submit("Send Reset Instructions")).alerts().join()).toContain("Email is required");
  const code = await forgot.submit("Send Reset Instructions", { "Email / Mobile Number": "farah@foreign.example" });
  expect([code.path, code.text]).toEqual(["/verify-otp", expect.stringMatching(NO_RESET)]);
  expect((await code.submit("Send Again")).path).toBe("/verify-otp");
  expect((await code.submit("Validate OTP")).alerts().join()).toContain("Please enter the 4-character code");
  const boxes = Object.fromEntries([..."7K2Q"].map((digit, index) => [`Character ${index + 1}`, digit]));
  const chosen = await code.submit("Validate OTP", boxes);
  expect([chosen.path, chosen.text]).toEqual(["/reset-password", expect.stringMatching(NO_RESET)]);
  const password = { "New Password": "Gulmohar-7!", "Confirm Password": "Gulmohar-8!" };
  expect((await chosen.submit("Reset Password", password)).alerts().join()).toContain("Passwords do not match");
  const login = await chosen.submit("Reset Password", { ...password, "Confirm Password": "Gulmohar-7!" });
  expect([login.path, login.text]).toEqual([
    "/login",
    expect.stringMatching(/Your password has not changed\. This shop/),
  ]);
  for (const { text } of [forgot, code, chosen, login])
    expect(text).not.toMatch(/we have e-mailed|new code is on its way|password is changed/i);
  expect((await login.submit("Login", LOGIN)).text).toContain("Logout");
});

test("has a contact form that keeps a message, with a notice that it was not sent [S-06]", async () => {
  const contact = await visit("/contact-us");
  expect(contact.text).toMatch(/cannot send messages on this website\. Please write to help@strict\.example/);
  expect((await contact.submit("Send Message")).alerts().join()).toContain("Please enter your message");
  const typed = { Name: "Asha Rao", Email: "asha@example.com", Message: "Where is my card?" };
  const kept = await contact.submit("Send Message", typed);
  expect(kept.alerts().join()).toContain("Your message was not sent: this website cannot send messages.");
  expect([kept.status, kept.text]).toEqual([409, expect.not.stringContaining("Message Sent")]);
  expect([kept.value("Name"), kept.value("Message")]).toEqual([typed.Name, typed.Message]);
});

test("has Verify and the choice of a gift, with true sentences beside them [C-17] [K-10]", async () => {
  const product = await open(await enter(), "/shopping-cart?product=gc-001");
  expect(product.part("Delivery Options").text).toMatch(/Send as Gift This shop sends every card to your account\./);
  const cart = await product.submit("Add to Cart", { "Send as Gift": true });
  expect([cart.path, cart.text]).toEqual(["/cart", expect.not.stringContaining("Gift for")]);

  const coins = await open(cart, "/redeem-voucher");
  expect(coins.text).toContain("This shop cannot check a code before it is redeemed. Add Coins redeems it.");
  const asked = host.requests.length;
  const kept = await coins.submit("Verify", { "Voucher code": "FOREIGN-100" });
  expect([kept.path, kept.value("Voucher code"), kept.alerts()]).toEqual([
    "/redeem-voucher",
    "FOREIGN-100",
    ["This shop cannot check a code before it is redeemed. Add Coins redeems it."],
  ]);
  expect(host.requests.slice(asked).map(({ call }) => call)).not.toContain("POST /load-coin/");
  for (const path of ["/redemptionpage", "/help-center"]) expect((await visit(path)).text).not.toContain("ress Verify");
});

test("hides these forms where the brand's features switch them off [A-10] [S-06]", async () => {
  const forgot = await visit("/forgot", "hidden");
  expect([forgot.buttons(), forgot.text]).toEqual([
    expect.not.arrayContaining(["Send Reset Instructions"]),
    expect.stringContaining("cannot reset passwords on its website"),
  ]);
  for (const path of ["/verify-otp", "/reset-password"]) expect((await visit(path, "hidden")).path).toBe("/forgot");
  const contact = await visit("/contact-us", "hidden");
  expect([contact.buttons(), contact.text]).toEqual([
    expect.not.arrayContaining(["Send Message"]),
    expect.stringContaining("cannot send messages on this website"),
  ]);
  const product = await visit("/shopping-cart?product=gc-001", "hidden");
  expect(product.isFieldDisabled("Send as Gift Not available")).toBe(true);
  expect((await visit("/redeem-voucher", "hidden")).buttons()).not.toContain("Verify");
});
