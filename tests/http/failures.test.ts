import { afterAll, afterEach, describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { send } from "../helpers/http/http.ts";
import { startShop, useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import { attribute, type Element, findAll, textOf } from "../helpers/text-browser/html.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";
import type { View } from "../helpers/text-browser/view.ts";

// The shop's messages when its backend fails: inline, for browsers without JavaScript, and as a toast if the product
// has one.

let host: ForeignHost;
const shop = useShop(async () => {
  host = await new ForeignHost().start();
  const [api, down] = [{ url: host.url }, { url: "http://127.0.0.1:9/" }];
  const tenants = {
    foreign: { api, features: { gift: true } },
    down: { api: down, features: { gift: true } },
    late: { api },
    later: { api },
  };
  return { tenants, env: { COMMERCE_API_PORT: "0" } };
});
afterEach(() => {
  host.heal();
  host.shop.cart = [];
});
afterAll(() => host[Symbol.asyncDispose]());

const PAYMENT_TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const LOGIN = { "Email or phone": "9876543210", Password: "Foreign@1" };
const enter = () => signIn(shop(), "foreign", LOGIN);
const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);
const visit = (path: string, brand = "foreign") => new TextBrowser().open(shop().url(brand, path));

/** The page's toasts, each with the time for which JavaScript shows it. */
const toastsOf = (page: Page) =>
  findAll(page.tree, ({ name }) => name === "toast-list")
    .map((list) => [textOf(list), Number(attribute(list, "data-duration"))])
    .filter(([text]) => text !== "");

describe("login", () => {
  test.each([
    [400, "Invalid email or password. Please check your credentials."],
    [401, "Invalid password. Please check your password and try again."],
    [403, "Account access denied. Please contact support."],
    [404, "Account not found. Please check your email or sign up."],
    [422, "Invalid email format or password requirements not met."],
    [429, "Too many login attempts. Please try again later."],
    [500, "Server error. Please try again later."],
    [503, "Login failed (Error 503). Please try again."],
  ])("shows %d beside the form and as a toast [A-03] [E-01]", async (status, text) => {
    host.fail("POST /user/login/", status, {});
    const page = await (await visit("/login")).submit("Login", LOGIN);
    expect(page.alerts()).toEqual([text]);
    expect(toastsOf(page)).toEqual([[text, 5000]]);
    expect(page.value("Email or phone")).toBe(LOGIN["Email or phone"]);
  });

  test("shows that the backend cannot be reached [A-03] [E-03]", async () => {
    const text = "Network error. Please check your connection and try again.";
    const page = await (await visit("/login", "down")).submit("Login", LOGIN);
    expect(page.alerts()).toContain(text);
    expect(toastsOf(page)).toContainEqual([text, 5000]);
  });

  test.each(["<html>", "{}", "[]", '{"access_token":7}'])("reports an unusable answer: %s [E-03]", async (body) => {
    host.fail("POST /user/login/", 200, body);
    const page = await (await visit("/login")).submit("Login", LOGIN);
    expect(page.alerts()).toEqual(["Invalid response from server", "Login failed"]);
    expect(toastsOf(page)).toEqual([["Login failed", 5000]]);
  });
});

describe("user data and coins", () => {
  describe("show a message on every page, and in the place of the balance [E-06]", () => {
    test.each([
      [500, {}, "Failed to fetch user data", "Failed to fetch user coins"],
      [500, { detail: "Back at noon" }, "Back at noon", "Back at noon"],
      [200, "[]", "Invalid response from server", "Invalid response from server"],
    ])("show %d %j", async (status, body, text, coins) => {
      const home = await enter();
      host.fail("GET /user-data/", status, body);
      expect((await open(home, "/privacy")).alerts()).toEqual([text]);
      const page = await open(home, "/redeem-voucher");
      expect(page.part("Voucher code").page.alerts()).toContain(coins);
      expect(page.text).not.toContain("Your balance");
      const cart = await addToCart(home, "Foreign Card 2");
      expect(cart.part("Use coins").text).toContain(coins);
      expect((await open(home, "/cart?coins=1")).text).not.toMatch(/Insufficient|You have/);
    });
  });

  test.each([
    [{}, "Failed to redeem coupon"],
    [{ message: "Not yet" }, "Not yet"],
  ])("a refused code shows %j in red above the field [E-15]", async (body, text) => {
    const page = await open(await enter(), "/redeem-voucher");
    host.fail("POST /load-coin/", 500, body);
    const answer = await page.submit("Add Coins", { "Voucher code": "FOREIGN-100" });
    expect(boxOf(answer, text)).toBe("notice error");
    expect(answer.value("Voucher code")).toBe("FOREIGN-100");
  });
});

test("the catalogue shows a broken list in the words for its order [E-10] [C-13]", async () => {
  host.fail("GET /products/", 500);
  expect((await visit("/")).answer.text).toContain(">contact the adminstration <");
  host.fail("GET /products/sort/", 200, { results: {} });
  expect((await visit("/?sort=price_high_low")).alerts()).toEqual(["Invalid response structure"]);
  host.fail("GET /products/sort/", 500, {});
  expect((await visit("/?sort=price_low_high")).alerts()).toEqual(["Failed to fetch sorted products"]);
  host.fail("GET /products/sort/", 503, { message: "Sorting is down" });
  expect((await visit("/?sort=price_low_high")).alerts()).toEqual(["Sorting is down"]);
});

test("a later page that fails keeps the list with a message; a first one shows none [C-13]", async () => {
  const results = [{ id: "k1", name: "Kept Card", denominations: [{ id: 1, min: 100, max: 100 }] }];
  host.answer("GET /products/", ({ query }) =>
    query.get("page") === "1" ? { status: 200, body: { results, next: "more", count: 9 } } : { status: 500, body: {} },
  );
  const page = await visit("/?page=2");
  expect(page.parts(/View Coupon/).map((card) => card.headings()[0])).toEqual(["Kept Card"]);
  expect([page.status, page.alerts()]).toEqual([200, ["contact the adminstration"]]);
  expect(page.text).not.toContain("All items are loaded!");
  host.fail("GET /products/", 500, {});
  const empty = await visit("/?page=2&price_max=900");
  expect([empty.parts(/View Coupon/), empty.alerts()]).toEqual([[], ["contact the adminstration"]]);
  expect(empty.text).not.toContain("No Products Available");
});

test("a failed search shows a red message [H-04] [E-09]", async () => {
  host.fail("GET /search/", 500, {});
  const page = await visit("/search?q=card");
  const isRed = (element: Element) => attribute(element, "class")?.startsWith("notice error") ?? false;
  expect(findAll(page.tree, isRed).map((box) => textOf(box))).toEqual([
    expect.stringMatching(/^Failed to fetch search results/),
  ]);
  expect(page.text).not.toContain("No products found");
});

describe("cart", () => {
  const NAME = "Foreign Card 2";
  const fill = async () => addToCart(await enter(), NAME);

  test("shows a message for an unreadable cart [K-09] [E-11]", async () => {
    const home = await enter();
    host.fail("GET /cart/", 500);
    const cart = await open(home, "/cart");
    expect(cart.alerts()).toEqual(["Failed to load cart data"]);
    expect(toastsOf(cart)).toEqual([["Failed to load cart data", 5000]]);
  });

  test("gives one reason if neither the order nor the cart succeeds [K-09] [E-11]", async () => {
    const cart = await fill();
    host.fail("GET /cart/", 500);
    const refused = await cart.submit("Proceed to Checkout");
    expect(refused.alerts()).toEqual(["Failed to fetch cart items"]);
    expect(toastsOf(refused)).toEqual([["Failed to fetch cart items", 5000]]);
  });

  test.each([
    ["without an amount", ({ price: _, ...line }: object & { price?: number }) => line],
    ["that costs nothing", (line: object) => ({ ...line, price: 0 })],
    ["with a lower to_pay", (line: object) => ({ ...line, to_pay: 1 })],
  ])("a cart with a line %s cannot be ordered", async (_what, change) => {
    const cart = await fill();
    const line = { id: 1, product: { name: NAME }, quantity: 1, price: 100 };
    host.fail("GET /cart/", 200, [line, change(line)]);
    const refused = await cart.submit("Proceed to Checkout");
    expect(refused.alerts().join()).toContain("Invalid response from server");
    expect(refused.buttons()).not.toContain("Proceed to Checkout");
    expect(host.recorded("POST /place-order/")).toEqual([]);
  });

  test.each([
    [500, {}, "Failed to add item to cart"],
    [400, { message: "Sold out" }, "Sold out"],
    [200, "{", "Error adding product to cart. Please try again."],
  ])("shows why a product was not added: %d %j [K-09] [E-11] [E-12]", async (status, body, text) => {
    const results = await open(await enter(), "/search?q=Card+2");
    const product = await results.part(`View Coupon for ${NAME}`).submit(/^View Coupon/);
    host.fail("POST /cart/", status, body);
    const answer = await product.submit("Add to Cart");
    expect([answer.status, answer.alerts()]).toEqual([400, [text]]);
  });

  test.each([
    ["One more of", "PATCH /cart/", "Failed to update quantity", "An unexpected error occurred"],
    ["Remove", "DELETE /cart/", "Failed to remove item", "An error occurred while removing item from cart"],
  ])("%s: shows the reason above the cart and beside the line [K-09] [E-11]", async (button, call, alert, detail) => {
    const cart = await fill();
    host.fail(call, 500);
    const answer = await cart.submit(`${button} ${NAME}`);
    expect([answer.status, answer.alerts()]).toEqual([400, [alert, detail]]);
    expect(answer.part(/ each/).text).toContain(detail);
    expect(toastsOf(answer)).toEqual([[alert, 5000]]);
    host.fail(call, 400, { detail: "Ask us first" });
    expect((await cart.submit(`${button} ${NAME}`)).part(/ each/).text).toContain("Ask us first");
  });

  test.each([
    [400, {}, "Failed to place order"],
    [400, { detail: "Too many orders" }, "Too many orders"],
    [409, {}, "Failed to place order"],
    [429, {}, "Too many requests. Please try again in a moment."],
  ])("shows why a checkout fails with %d %j [K-09] [E-11] [E-17]", async (status, body, detail) => {
    const cart = await fill();
    host.fail("POST /place-order/", status, body);
    const answer = await cart.submit("Proceed to Checkout");
    expect(answer.alerts()).toContain(`${detail} Checkout failed. Please try again.`);
    expect(toastsOf(answer)).toEqual([["Checkout failed. Please try again.", 5000]]);
  });

  test("a checkout that comes while too many wait keeps the cart, and the second try is the same order", async () => {
    const cart = await fill();
    const busy = "Too many requests. Please try again in a moment.";
    const before = host.recorded("POST /place-order/").length;
    host.fail("POST /place-order/", 429, { detail: busy }, 1);
    const answer = await cart.submit("Proceed to Checkout");
    expect(answer.alerts()).toContain(`${busy} Checkout failed. Please try again.`);
    expect(answer.buttons()).toContain(`Remove ${NAME}`);
    expect((await answer.submit("Proceed to Checkout")).path).toMatch(/^\/verify-details\?/);
    const sent = host.recorded("POST /place-order/").slice(before);
    expect(sent).toHaveLength(2);
    expect(sent[1]!.body).toEqual(sent[0]!.body);
  });

  describe("when the answer is lost [K-09]", () => {
    const ADD = "POST /cart/";
    const product = async () => {
      const results = await open(await enter(), "/search?q=Card+2");
      return results.part(`View Coupon for ${NAME}`).submit(/^View Coupon/);
    };
    /** The backend carries out the call, and its answer is useless. */
    const doAndMumble = (call: string) =>
      host.answer(call, ({ query, body }) => (host.shop.answer(call, query, body), { status: 200, body: '"ok"' }));

    test("when the product is in the cart: the cart shows it once and reports the lost answer", async () => {
      const page = await product();
      doAndMumble(ADD);
      const cart = await page.submit("Add to Cart");
      expect(cart.path).toBe("/cart");
      expect(cart.buttons().filter((name) => name.startsWith("Remove"))).toEqual([`Remove ${NAME}`]);
      expect(cart.alerts()).toContain(
        "We could not find out whether your card was added. This is what your cart holds now.",
      );
    });

    test("when the product is not in the cart: adding failed", async () => {
      const page = await product();
      host.cut(ADD);
      const answer = await page.submit("Add to Cart");
      expect(answer.alerts()).toEqual(["Error adding product to cart. Please try again."]);
    });

    test("when the cart cannot be read: the message sends the shopper to the cart first", async () => {
      const page = await product();
      doAndMumble(ADD);
      host.fail("GET /cart/", 500, {});
      const answer = await page.submit("Add to Cart");
      const text = "We could not find out whether this was added. Please look at your cart before you add it again.";
      expect(answer.alerts()).toContain(text);
    });

    test("reports a failure only for a line that differs from the wish", async () => {
      const cart = await fill();
      doAndMumble("PATCH /cart/");
      const more = await cart.submit(`One more of ${NAME}`);
      expect([more.path, more.alerts(), more.value(`Quantity of ${NAME}`)]).toEqual(["/cart", [], "02"]);
      host.fail("DELETE /cart/", 200, '"ok"');
      const kept = await more.submit(`Remove ${NAME}`);
      expect(kept.alerts()).toEqual(["Failed to remove item", "Invalid response from server"]);
      doAndMumble("DELETE /cart/");
      expect((await kept.submit(`Remove ${NAME}`)).text).toContain("Your cart is empty.");
    });
  });

  test("shows a cart that was emptied elsewhere [K-09] [E-12]", async () => {
    const cart = await fill();
    host.shop.cart = [];
    const answer = await cart.submit("Proceed to Checkout");
    expect([answer.status, answer.alerts()]).toEqual([400, ["Your cart is empty."]]);
  });
});

describe("histories", () => {
  test("show a message when orders cannot be fetched [E-16] [O-07]", async () => {
    const home = await enter();
    host.fail("GET /order-history/", 500, {});
    const page = await open(home, "/order-history");
    expect(page.alerts()).toEqual(["Failed to fetch Order History.", "Failed to fetch order history"]);
    expect(toastsOf(page)).toEqual([["Failed to fetch Order History.", 5000]]);
    host.fail("GET /order-history/", 503, { detail: "Moving house" });
    expect((await page.reload()).alerts()).toEqual(["Failed to fetch Order History.", "Moving house"]);
  });

  test("show a message when coins cannot be fetched [E-15] [O-07]", async () => {
    const home = await enter();
    host.fail("GET /coins-history", 500, {});
    expect((await open(home, "/order-history")).alerts()).toEqual([]);
    const page = await open(home, "/order-history?coins=open");
    expect(page.alerts()).toEqual(["Failed to fetch profile data.", "Failed to fetch coins history"]);
    expect(page.status).toBe(200);
    expect(toastsOf(page)).toEqual([["Failed to fetch profile data.", 5000]]);
  });
});

describe("payment", () => {
  const proceed = async () => (await addToCart(await enter(), "Foreign Card 2")).submit("Proceed to Checkout");
  /** Both screens of the order that `screen` is about. */
  const bothOf = (screen: Page) =>
    Promise.all(["/payment", "/verify-details"].map((path) => open(screen, path + new URL(screen.url).search)));

  test.each([
    [500, {}, "Failed to load order details."],
    [503, { detail: "The order book is closed" }, "The order book is closed"],
  ])(
    "shows %d %j for an order that does not load, and Go Back to the home page [P-14] [E-18]",
    async (status, body, text) => {
      const screen = await proceed();
      host.fail("GET /order-status/", status, body);
      for (const page of await bothOf(screen)) {
        expect([page.status, page.heading]).toEqual([502, text]);
        expect(page.href("Go Back")).toBe(shop().url("foreign"));
      }
    },
  );

  test("shows an alert in the cart when payment links or the amount are missing [E-18] [P-12]", async () => {
    const screen = await proceed();
    host.fail("GET /order-status/", 200, { status: "PAYMENT_PENDING", amount: "200.00", paymentLinks: {} });
    for (const page of await bothOf(screen)) {
      expect(page.path).toBe("/cart");
      expect(page.alerts()).toContain("Payment links could not be loaded. Please retry.");
    }
    const paymentLinks = { paytm: "upi://pay?pa=a@b" };
    host.fail("GET /order-status/", 200, { status: "PAYMENT_PENDING", amount: null, paymentLinks });
    for (const page of await bothOf(screen)) expect(page.path).toBe("/cart");
  });

  test("shows the reason why Pay fails while the order cannot be read, and keeps the choice [P-06] [E-18]", async () => {
    const screen = await proceed();
    const choice = { PhonePe: true, [PAYMENT_TERMS]: true };
    host.fail("GET /order-status/", 503, { detail: "The order book is closed" });
    const answer = await screen.submit(/^Pay ₹/, choice);
    expect([answer.status, answer.heading]).toEqual([502, "The order book is closed"]);
    expect(answer.text).toContain("You chose PhonePe.");
    host.heal();
    expect((await answer.submit("Try again")).path).toMatch(/^\/pay\?.*method=phonepe/);

    host.fail("GET /order-status/", 503, { detail: "The order book is closed" }, 1);
    const again = await screen.submit(/^Pay ₹/, choice);
    expect(again.alerts()).toContain("The order book is closed");
    expect([again.value("PhonePe"), again.value(PAYMENT_TERMS)]).toEqual(["phonepe", "on"]);
  });

  test("reports a failed update in its dialog, and treats no new e-mail as the current one [E-14] [P-03]", async () => {
    const edit = await (await proceed()).follow("Edit phone");
    host.fail("PATCH /user/update/", 500, {});
    const answer = await edit.submit("Save", { Phone: "9123456780" });
    const [sent] = host.recorded("PATCH /user/update/");
    const email = "farah@foreign.example";
    expect(sent!.body).toEqual({ username: "Farah", email, email_new: email, phone: "9123456780" });
    expect(boxOf(answer.part("Current email"), "Failed to update user details")).toBe("notice error");
    expect(answer.value("Phone")).toBe("9123456780");
    host.fail("PATCH /user/update/", 400, { detail: "This e-mail is taken" });
    const again = await answer.submit("Save", { "New email": "farah2@foreign.example" });
    expect(again.alerts()).toEqual(["This e-mail is taken"]);
  });

  describe("an order's time is read [P-02]", () => {
    test.each([
      [
        "in India's time if it has no zone",
        (at: Date) => new Date(at.getTime() + 19_800_000).toISOString().slice(0, -1),
      ],
      ["as it is where it has one", (at: Date) => at.toISOString()],
    ])("%s", async (_how, write) => {
      const screen = await proceed();
      const order = { status: "PAYMENT_PENDING", amount: "200.00", paymentLinks: { paytm: "upi://pay?pa=a@b" } };
      host.fail("GET /order-status/", 200, { ...order, created_at: write(new Date(Date.now() - 200_000)) });
      for (const page of await bothOf(screen))
        expect(page.text).toMatch(/1:(40|3\d) Less than 2 min left Time remaining/);
    });
  });
});

describe("an outage", () => {
  const SAFE = "We cannot load this at the moment. Your orders, coins and money are safe. Try again";

  test("leaves the shopper's name, cart and logout in the header", async () => {
    const home = await enter();
    host.fail("GET /user-data/", 503, {});
    const page = await open(home, "/privacy");
    expect(page.text).toContain("Search CART Farah farah@foreign.example");
    expect(page.href("CART")).toBe(shop().url("foreign", "/cart"));
    expect(page.buttons()).toContain("Logout");
    expect(page.text).toContain(SAFE);
    expect(page.href("Try again")).toBe(page.url);

    host.heal();
    const out = await page.submit("Logout");
    expect((await open(out, "/privacy")).text).toContain("SIGN IN");
  });

  test.each([
    ["GET /products/", "/?price_max=1234"],
    ["GET /products/sort/", "/?sort=price_high_low&price_max=1234"],
    ["GET /search/", "/search?q=card+7"],
    ["GET /cart/", "/cart"],
    ["GET /order-history/", "/order-history"],
    ["GET /coins-history", "/order-history?coins=open"],
    ["GET /edit-profile/", "/edit-profile"],
    ["GET /edit-profile/", "/profile"],
    ["GET /user-data/", "/redeem-voucher"],
  ])("%s: %s says that nothing is lost, and loads again", async (call, path) => {
    const home = await enter();
    host.fail(call, 503, {});
    const page = await open(home, path);
    expect(page.text).toContain(SAFE);
    host.heal();
    expect((await page.follow("Try again")).text).not.toContain(SAFE);
  });

  test("a gift link explains itself, and when to try again", async () => {
    const page = await visit(`/gift/${"g".repeat(43)}`, "down");
    expect([page.status, page.heading]).toEqual([502, "This link is for a gift card"]);
    expect(page.text).toContain("A gift stays safe until it is opened: please try again in a few minutes.");
    expect(page.href("Try again")).toBe(page.url);
  });

  test("a gift that was just opened shows its codes if the gift itself cannot be read", async () => {
    const product = { name: "Foreign Card 1", image_url: null, how_to_use: "Show it." };
    host.fail("POST /gift/view/", 200, { product, denomination: "500", sender_name: "Ravi", recipient_name: "Meera" });
    const page = await visit(`/gift/${"g".repeat(43)}`);
    host.fail("POST /gift/open/", 200, { vouchers: [{ card_number: "GIFT-0001", pin_code: 42 }] });
    host.fail("POST /gift/view/", 503, {});
    const opened = await page.submit("Open your gift");
    expect([opened.status, opened.heading]).toEqual([200, "Your gift is open"]);
    expect(opened.text).toContain("GIFT-0001");
    expect(opened.alerts()).toEqual([expect.stringContaining("These are all its codes.")]);
  });

  test("an order that cannot be read asks not to pay again, and loads again", async () => {
    const screen = await (await addToCart(await enter(), "Foreign Card 2")).submit("Proceed to Checkout");
    const { search } = new URL(screen.url);
    for (const path of ["/payment", "/verify-details", "/payment-success", "/pay"]) {
      host.fail("GET /order-status/", 503, {});
      host.fail("GET /place-order/", 503, {});
      const page = await open(screen, path + search);
      expect([page.status, page.text]).toEqual([502, expect.stringContaining("please do not pay again")]);
      host.heal();
      expect((await page.follow("Try again")).status).toBe(200);
      host.fail("GET /order-status/", 404, {});
      host.fail("GET /place-order/", 404, {});
      expect((await open(screen, path + search)).links()).not.toContain("Try again");
      host.heal();
    }
  });
});

describe("a backend that answers 401 to a new token [A-12]", () => {
  const ENDED = "Your session has ended. Please log in again.";
  const expectLogin = (page: Page, returnTo: string) => {
    expect(page.path).toBe(`/login?returnTo=${encodeURIComponent(returnTo)}`);
    expect(page.alerts()).toContain(ENDED);
    expect([...page.browser.cookies.of(page.url).keys()].join()).not.toContain("_token");
  };
  const refuse = (call: string) => host.fail(call, 401, { detail: "Authentication credentials were not provided." });

  test.each([
    ["GET /order-history/", "/order-history"],
    ["GET /coins-history", "/order-history?coins=open"],
    ["GET /edit-profile/", "/profile"],
    ["GET /cart/", "/cart"],
    ["GET /order-status/", "/payment?orderid=FO%2F1"],
    ["GET /user-data/", "/edit-profile"],
  ])("%s: its page redirects to the login with the reason", async (call, path) => {
    const home = await enter();
    refuse(call);
    expectLogin(await open(home, path), path);
  });

  test("redirects a cart's form to the login too, and the cart is there afterwards", async () => {
    const cart = await addToCart(await enter(), "Foreign Card 2");
    for (const [call, button] of [
      ["PATCH /cart/", "One more of Foreign Card 2"],
      ["POST /place-order/", "Proceed to Checkout"],
    ] as const) {
      const page = await open(cart, "/cart");
      refuse(call);
      const login = await page.submit(button);
      expectLogin(login, "/cart");
      host.heal();
      expect((await login.submit("Login", LOGIN)).text).toContain("Foreign Card 2");
    }
  });

  test.each(["PUT /edit-profile/", "GET /user-data/"])("%s: keeps the typed phone through the login", async (call) => {
    const form = await open(await enter(), "/edit-profile");
    refuse(call);
    const login = await form.submit("Save Changes", { "Mobile number": "9000000009" });
    expectLogin(login, "/edit-profile");
    expect(login.text).toContain("What you typed is kept.");
    host.heal();
    const again = await login.submit("Login", LOGIN);
    expect([again.path, again.value("Mobile number")]).toEqual(["/edit-profile", "9000000009"]);
    expect((await again.submit("Save Changes")).alerts()).toContain("Profile updated successfully!");
    host.shop.user.phone = LOGIN["Email or phone"];
    expect((await open(again, "/edit-profile")).value("Mobile number")).toBe(LOGIN["Email or phone"]);
  });

  test("PATCH /user/update/: keeps the typed text for the dialog at the payment", async () => {
    const screen = await (await addToCart(await enter(), "Foreign Card 2")).submit("Proceed to Checkout");
    const edit = await screen.follow("Edit phone");
    refuse("PATCH /user/update/");
    const login = await edit.submit("Save", { Phone: "9000000008", "New email": "new@foreign.example" });
    expectLogin(login, edit.path);
    host.heal();
    const again = await login.submit("Login", LOGIN);
    expect([again.path, again.value("Phone")]).toEqual([edit.path, "9000000008"]);
    expect(again.value("New email")).toBe("new@foreign.example");
  });

  test("also redirects a form that a script sends to the login", async () => {
    const home = await enter();
    refuse("PUT /edit-profile/");
    const url = shop().url("foreign", "/edit-profile.data");
    const headers = {
      cookie: home.browser.cookies.headerFor(url)!,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    };
    const answer = await send(url, { method: "POST", headers, body: "phone=9000000009" });
    expect([answer.status, answer.headers["x-remix-redirect"]]).toEqual([204, "/login?returnTo=%2Fedit-profile"]);
  });
});

describe("a late configuration", () => {
  const get = (brand: string, cookie: string) => send(shop().url(brand), { headers: { cookie } });

  test("shows its text in a streamed page until the contents arrive [C-14]", async () => {
    host.delay("GET /configurator/", 1_500, 1);
    const { text } = await get("late", "js=1");
    const [start, , end] = text.split(/(Loading content\.\.\.)/);
    expect(start).toContain("SIGN IN");
    expect(start).not.toContain("Amount Range");
    expect(end).toMatch(/Amount Range.*Foreign Card 1/s);
    const again = await get("late", "js=1");
    expect(again.text).not.toContain("Loading content...");
    expect(again.text).toContain("Foreign Gifts");
  });

  test("shows a late list's text in its place, below the filters [C-11]", async () => {
    host.delay("GET /products/", 1_000, 1);
    const { text } = await send(shop().url("foreign", "/?price_max=1777"), { headers: { cookie: "js=1" } });
    expect(text).toMatch(/Amount Range.*Loading products\.\.\..*Foreign Card 1/s);
  });

  test("gives a script the whole page", async () => {
    host.delay("GET /products/", 1_000, 1);
    const headers = { cookie: "js=1", "sec-fetch-dest": "empty" };
    const { text } = await send(shop().url("foreign", "/?price_max=1776"), { headers });
    expect(text).not.toContain("Loading products...");
    expect(text).toContain("Foreign Card 1");
  });

  test("gives everybody else the whole page in the brand's name [C-14]", async () => {
    host.delay("GET /configurator/", 1_500, 1);
    const { text } = await get("later", "");
    expect(text).not.toContain("Loading");
    expect(text).toMatch(/Foreign Gifts.*Amount Range.*Foreign Card 1/s);
  });

  test("is reported in the page when it never arrives [C-14] [E-08]", async () => {
    // A longer deadline than the product's would outlive the stream.
    const env = { COMMERCE_API_PORT: "0", REAL_DEADLINES: "1" };
    await using latest = await startShop({ tenants: { latest: { api: { url: host.url } } }, env });
    const release = host.hold("GET /configurator/", 1);
    const { text } = await send(latest.url("latest"), { headers: { cookie: "js=1" } });
    release();
    expect(text).toMatch(/Loading content.*Failed to fetch configuration.*Foreign Card 1/s);
  });
});

const boxOf = (page: View, text: string) =>
  findAll(page.tree, (element) => attribute(element, "role") === "alert" && textOf(element) === text)
    .map((element) => attribute(element, "class"))
    .join();
