import { afterEach, describe, expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { freeCards } from "../helpers/shop/books.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { addToCart, coinsOf, signIn, signUp } from "../helpers/shop/shopper.ts";
import { attribute, findAll } from "../helpers/text-browser/html.ts";
import type { Page } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
afterEach(() => freeCards(shop(), "aurora", "meridian", "tamarind"));
const quantityOf = (cart: Page, name: string) => cart.value(`Quantity of ${name}`);
const coinSwitch = (cart: Page) => cart.fields().find((label) => label.startsWith("Use coins"))!;

test("shows that a cart is empty [K-06]", async () => {
  const home = await signUp(shop(), "aurora");
  const cart = await home.follow("CART");
  expect(cart.text).toContain("Your cart is empty.");
  expect(cart.buttons()).not.toContain("Proceed to Checkout");
});

test("shows lines with amount, expiry and quantity, and sets one more, one less, any number or none [K-01]", async () => {
  const name = "Kettle & Clove";
  let cart = await addToCart(await signUp(shop(), "aurora"), name, "₹500.00", "2");
  expect(cart.part(/ each,/).text).toMatch(/₹500\.00 each, valid until \d{1,2} \w{3} \d{4}.*₹1,000\.00/);
  const [picture] = findAll(cart.part(/ each,/).tree, (element) => element.name === "img");
  expect(attribute(picture!, "src")).toMatch(/^\/media\/cards\//);
  expect([quantityOf(cart, name), cart.isDisabled(`One less of ${name}`)]).toEqual(["02", false]);

  cart = await cart.submit(`One more of ${name}`);
  expect([cart.path, quantityOf(cart, name)]).toEqual(["/cart", "03"]);
  cart = await (await cart.submit(`One less of ${name}`)).submit(`One less of ${name}`);
  expect(quantityOf(cart, name)).toBe("01");
  expect(cart.isDisabled(`One less of ${name}`)).toBe(true);

  cart = await cart.submit("Update cart", { [`Quantity of ${name}`]: "12" });
  expect([quantityOf(cart, name), cart.part(/ each,/).text]).toEqual(["12", expect.stringContaining("₹6,000.00")]);
  for (const typed of ["0", "-4"]) {
    cart = await cart.submit("Update cart", { [`Quantity of ${name}`]: "7" });
    cart = await cart.submit("Update cart", { [`Quantity of ${name}`]: typed });
    expect([typed, quantityOf(cart, name)]).toEqual([typed, "01"]);
  }
  cart = await cart.submit(`Remove ${name}`);
  expect(cart.text).toContain("Your cart is empty.");
});

test("refuses a quantity that is no whole number, or that costs too much, and keeps the typed text [INP-03]", async () => {
  const name = "Indigo Loom";
  const cart = await addToCart(await signUp(shop(), "aurora"), name, "₹5,000.00", "2");
  for (const [typed, why] of [
    ["abc", "Please enter a whole number from 1 to 999"],
    ["1.5", "Please enter a whole number from 1 to 999"],
    ["", "Please enter a whole number from 1 to 999"],
    ["1000", "Please enter a whole number from 1 to 999"],
    ["600", "At most 200 of one card of this amount can be ordered at once."],
  ] as const) {
    const refused = await cart.submit("Update cart", { [`Quantity of ${name}`]: typed });
    expect([refused.status, quantityOf(refused, name)]).toEqual([400, typed]);
    expect(refused.alerts()).toEqual(["Failed to update quantity", why]);
    expect(quantityOf(await cart.reload(), name)).toBe("02");
  }
});

describe("typed values in the cart", () => {
  const [KETTLE, LOOM] = ["Kettle & Clove", "Indigo Loom"];
  const boxes = (cart: Page) => [KETTLE, LOOM].map((name) => quantityOf(cart, name));
  const typing = (kettles: string, looms: string) => ({
    [`Quantity of ${KETTLE}`]: kettles,
    [`Quantity of ${LOOM}`]: looms,
  });
  const fill = async () =>
    addToCart(await addToCart(await signUp(shop(), "aurora"), KETTLE, "₹500.00", "2"), LOOM, "₹1,000.00", "2");

  test("Proceed uses a typed quantity", async () => {
    const cart = await fill();
    const changed = await cart.submit("Proceed to Checkout", typing("3", "1"));
    expect([changed.path, changed.status, boxes(changed)]).toEqual(["/cart", 409, ["03", "01"]]);
    expect(changed.alerts()).toEqual([
      "Your cart has changed.",
      "Your cart has changed. You would now pay ₹2,500.00. Please check your cart and proceed again.",
    ]);
    // Above the lines: a phone without scripts shows the top of the page.
    const [reason, firstLine] = ["You would now pay", KETTLE].map((part) => changed.text.lastIndexOf(part));
    expect(reason).toBeLessThan(Number(firstLine));
    const screen = await changed.submit("Proceed to Checkout");
    expect(screen.heading).toBe("₹ 2500.00 | Make Payment");
  });

  test("Proceed shows a typed cart first, also one of the same total", async () => {
    const cart = await fill();
    const changed = await cart.submit("Proceed to Checkout", typing("4", "1"));
    expect([changed.path, changed.status, boxes(changed)]).toEqual(["/cart", 409, ["04", "01"]]);
    const placed = await changed.submit("Proceed to Checkout");
    expect(placed.path).toMatch(/^\/verify-details/);
    expect(boxes(await placed.browser.open(shop().url("aurora", "/cart")))).toEqual(["04", "01"]);
  });

  test("Proceed stops at a quantity that is no number, and loses nothing", async () => {
    const refused = await (await fill()).submit("Proceed to Checkout", typing("two", "5"));
    expect([refused.path, refused.status, boxes(refused)]).toEqual(["/cart", 400, ["two", "05"]]);
    expect(refused.part(/^Kettle/).alerts()).toEqual(["Please enter a whole number from 1 to 999"]);
    expect(boxes(await refused.reload())).toEqual(["02", "05"]);
  });

  test("every button saves it: a step, Remove and Apply", async () => {
    let cart = await fill();
    cart = await cart.submit(`One more of ${KETTLE}`, typing("7", "4"));
    expect(boxes(cart)).toEqual(["08", "04"]);
    cart = await cart.submit("Apply", typing("6", "3"));
    expect(boxes(cart)).toEqual(["06", "03"]);
    cart = await cart.submit(`Remove ${KETTLE}`, typing("none", "9"));
    expect([cart.status, quantityOf(cart, LOOM), cart.text.includes(KETTLE)]).toEqual([200, "09", false]);
  });

  test("a coin switch that was not applied stops Proceed at another total", async () => {
    let page = await signUp(shop(), "meridian");
    page = await page.browser.open(shop().url("meridian", "/redeem-voucher"));
    page = await page.submit("Add Coins", { "Voucher code": "TRY-50-02" });
    const cart = await addToCart(page, "Voltbazaar", "₹500.00");
    const changed = await cart.submit("Proceed to Checkout", { [coinSwitch(cart)]: true });
    expect([changed.status, changed.value(coinSwitch(changed))]).toEqual([409, "1"]);
    expect(changed.alerts().join()).toContain("With 50 coins you pay ₹450.00.");
    expect((await changed.submit("Proceed to Checkout")).path).toMatch(/^\/verify-details/);
  });
});

test("adds up the summary and shows the delivery of the cards [K-02] [K-05]", async () => {
  const first = await addToCart(await signUp(shop(), "aurora"), "Kettle & Clove", "₹250.00", "2");
  const cart = await addToCart(first, "Indigo Loom", "₹1,000.00");
  expect(cart.text).toMatch(/Order summary Subtotal \(3 items\) ₹1,500\.00 To pay ₹1,500\.00/);
  expect(cart.text).toContain("Gift cards are delivered digitally (SMS, WhatsApp, e-mail) and cannot be cancelled");
  expect(cart.href(/^CART/)).toBe(shop().url("aurora", "/cart"));
  expect(cart.links()).toContain("CART 3 items");
});

describe("coin discount", () => {
  test("is ten per cent of the total, to the paisa [K-03] [K-04]", async () => {
    const cart = await addToCart(await signIn(shop(), "aurora"), "Raga Stream", "₹299.00");
    const less = await cart.submit("Apply", { [coinSwitch(cart)]: true });
    expect(less.path).toBe("/cart");
    expect(less.text).toMatch(/Coin discount .{0,3}₹29\.90/);
    expect(less.text).toMatch(/To pay ₹269\.10/);
    expect(coinsOf(less)).toBe(coinsOf(cart));
    const changed = await less.submit("One more of Raga Stream");
    expect(changed.text).toMatch(/To pay ₹538\.20/);
    const full = await changed.submit("Apply", { [coinSwitch(changed)]: false });
    expect(full.text).toMatch(/To pay ₹598\.00/);
  });

  test("stays chosen with the cart, for this shopper, until it is undone", async () => {
    const cart = await addToCart(await signIn(shop(), "aurora"), "Raga Stream", "₹299.00");
    const reopen = () => cart.browser.open(shop().url("aurora", "/cart"));
    const saving = () => reopen().then((page) => / Coin discount /.test(page.text));
    expect(await saving()).toBe(false);
    await cart.submit("Apply", { [coinSwitch(cart)]: true });
    expect((await reopen()).text).toMatch(/This order uses [\d.]+\. You save ₹/);

    const screen = await (await reopen()).submit("Proceed to Checkout");
    await (await screen.follow("Back to Cart")).submit("Leave");
    expect(await saving()).toBe(true);
    const off = await reopen();
    await off.submit("Apply", { [coinSwitch(off)]: false });
    expect(await saving()).toBe(false);
  });

  test("is not chosen for another shopper, and ends with the logout", async () => {
    const cart = await addToCart(await signIn(shop(), "aurora"), "Raga Stream", "₹299.00");
    const { url } = await cart.submit("Apply", { [coinSwitch(cart)]: true });
    const mine = cart.browser.cookies.of(url);
    const other = await signUp(shop(), "aurora");
    other.browser.cookies.of(url).set("coins", mine.get("coins")!);
    const theirs = await addToCart(other, "Raga Stream", "₹299.00");
    expect(theirs.alerts()).toEqual([]);
    await cart.submit("Logout");
    expect([...mine.keys()]).not.toContain("coins");
  });

  test("uses coins of an abandoned order for the next one", async () => {
    let page = await signUp(shop(), "meridian");
    page = await page.browser.open(shop().url("meridian", "/redeem-voucher"));
    page = await page.submit("Add Coins", { "Voucher code": "TRY-50-03" });
    const cart = await addToCart(page, "Voltbazaar", "₹500.00");
    const first = await (await cart.submit("Apply", { [coinSwitch(cart)]: true })).submit("Proceed to Checkout");
    const again = await (await first.follow("Back to Cart")).submit("Leave");
    expect(again.text).toMatch(/To pay ₹450\.00/);
    const second = await again.submit("Proceed to Checkout");
    expect(second.path).toMatch(/^\/verify-details/);
    expect(second.url).not.toBe(first.url);
  });

  test("shows the reason, the need rounded up, and the full price when the balance is too low [K-03] [MON-02]", async () => {
    const cart = await addToCart(await signUp(shop(), "aurora"), "Raga Stream", "₹299.00");
    const refused = await cart.submit("Apply", { [coinSwitch(cart)]: true });
    expect(refused.alerts()).toContain("Insufficient coins for discount. Need 30 coins.");
    expect(refused.text).toMatch(/To pay ₹299\.00/);
    expect(refused.value(coinSwitch(refused))).toBeUndefined();
    expect(refused.text).toContain("You have 0 coins. A discount on this order needs 30 coins.");
    expect(refused.text).not.toContain("You save");
  });

  test("accepts a balance that covers it exactly [MON-02]", async () => {
    let page = await signUp(shop(), "meridian");
    page = await page.browser.open(shop().url("meridian", "/redeem-voucher"));
    page = await page.submit("Add Coins", { "Voucher code": "TRY-50-01" });
    expect(coinsOf(page)).toBe(50);
    const cart = await addToCart(page, "Voltbazaar", "₹500.00");
    const less = await cart.submit("Apply", { [coinSwitch(cart)]: true });
    expect(less.text).toMatch(/To pay ₹450\.00/);
    const more = await less.submit("One more of Voltbazaar");
    expect(more.alerts()).toContain("Insufficient coins for discount. Need 100 coins.");
    expect(more.text).toMatch(/To pay ₹1,000\.00/);
  });
});

describe("Load Coins", () => {
  const open = async (page: Page) => page.browser.open(new URL("/redeem-voucher", page.url).href);

  test("checks without spending on Verify, and adds once on Add Coins, in any spelling [K-10]", async () => {
    const page = await open(await signUp(shop(), "tamarind"));
    const verified = await page.submit("Verify", { "Voucher code": " welcome-100 " });
    expect(verified.text).toMatch(/good for 100 coins/i);
    expect(coinsOf(verified)).toBe(0);
    const spaced = await page.submit("Verify", { "Voucher code": "welcome 100" });
    expect([spaced.status, spaced.value("Voucher code")]).toEqual([200, "WELCOME 100"]);
    const added = await verified.submit("Add Coins", { "Voucher code": "Welcome-100" });
    expect([coinsOf(added), added.alerts()]).toEqual([100, [expect.stringContaining("100 coins added")]]);
    const again = await added.submit("Add Coins", { "Voucher code": "WELCOME-100" });
    expect(coinsOf(again)).toBe(100);
    expect(again.alerts().join()).toMatch(
      /You have used this code already: it added 100 coins on \d{1,2} \w{3} \d{4}\./,
    );
    const other = await open(await signUp(shop(), "tamarind"));
    const unused = await other.submit("Verify", { "Voucher code": "WELCOME-100" });
    expect(unused.alerts().join()).toContain("not valid or has been used already");
  });

  test("refuses blank and unknown codes [K-10] [INP-15]", async () => {
    const page = await open(await signUp(shop(), "tamarind"));
    const texts = new Set<string>();
    for (const code of ["NOPE-NOPE", "BIRTHDAY-300", "ß-1234", "x".repeat(30)]) {
      const answer = await page.submit("Add Coins", { "Voucher code": code });
      expect(coinsOf(answer)).toBe(0);
      texts.add(answer.alerts().join());
    }
    expect([...texts]).toEqual([expect.stringContaining("not valid or has been used already")]);
    for (const button of ["Verify", "Add Coins"]) {
      const blank = await page.submit(button, { "Voucher code": "   " });
      expect([blank.status, blank.alerts()]).toEqual([400, ["Please enter a voucher code"]]);
    }
    expect((await page.submit("Add Coins", { "Voucher code": "nope-nope" })).value("Voucher code")).toBe("NOPE-NOPE");
  });

  test("keeps a visitor's code through the login [R-11]", async () => {
    const { browser } = await signUp(shop(), "tamarind");
    browser.cookies.of(shop().url("tamarind")).clear();
    const page = await browser.open(shop().url("tamarind", "/redeem-voucher"));
    const login = await page.submit("Add Coins", { "Voucher code": "TRY-50-02" });
    expect(login.path).toMatch(/^\/login\?returnTo=%2Fredeem-voucher/);
    const back = await login.submit("Login", { "Email or phone": "demo@awning.test", Password: "Demo@2026" });
    expect(back.value("Voucher code")).toBe("TRY-50-02");
  });
});

test("refuses changes to a line of another brand's or shopper's cart [TEN-02]", async () => {
  const mine = await addToCart(await signUp(shop(), "aurora"), "Kettle & Clove", "₹100.00", "3");
  const [, id = ""] = mine.answer.text.match(/name="quantity\.([^"]+)"/)!;
  for (const other of [await signUp(shop(), "aurora"), await signUp(shop(), "tamarind")]) {
    const cookie = other.browser.cookies.headerFor(other.url)!;
    const headers = { cookie, origin: new URL(other.url).origin, "content-type": "application/x-www-form-urlencoded" };
    const cart = new URL("/cart", other.url).href;
    const forms: Record<string, string>[] = [
      { remove: id },
      { [`quantity.${id}`]: "9" },
      { [`quantity.${id}`]: "3", more: id },
    ];
    for (const fields of forms)
      await send(cart, { method: "POST", headers, body: new URLSearchParams(fields).toString() });
  }
  expect(quantityOf(await mine.reload(), "Kettle & Clove")).toBe("03");
});
