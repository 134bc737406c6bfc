import { describe, expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { DEMO } from "../helpers/shop/shop.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();

/** The page of a product that is found by its name. */
async function openProduct(name: string, values: Record<string, string> = {}): Promise<Page> {
  const results = await new TextBrowser().open(shop().url("aurora", `/search?q=${encodeURIComponent(name)}`));
  return results.part(`View Coupon for ${name}`).submit(/^View Coupon/, values);
}
/** The same with another query. */
const reopen = (page: Page, change: Record<string, string>) => {
  const url = new URL(page.url);
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
  return page.browser.open(url.href);
};

test("shows breadcrumb, picture, amount and total [C-15] [C-19] [C-23]", async () => {
  const page = await openProduct("Voltbazaar", { Denomination: "₹10,000.00", Quantity: "8" });
  expect(page.answer.text).toMatch(/aria-label="Breadcrumb"><ol[^>]*><li><a href="\/">Home</);
  expect(page.text).toMatch(/Home Phones & Computers Voltbazaar/);
  expect(page.href("Phones & Computers")).toMatch(/\?subcategories=\d+$/);
  expect(page.answer.text).toMatch(/<img[^>]+src="\/media\/cards\/\d+\.svg/);
  expect([page.value("Enter Denomination"), page.value("Quantity")]).toEqual(["10000", "8"]);
  expect(page.text).toContain("To Pay ₹80,000.00");
  expect(page.fields()).not.toContain("To Pay");
});

test("shows this product's figures in the coin panel [C-18]", async () => {
  const page = await openProduct("Kettle & Clove", { Denomination: "₹500.00", Quantity: "1" });
  expect(page.text).toContain(
    "Coin Details ₹50 Coins With enough coins: Saving ₹50 (You'll pay just ₹450 for this purchase) Sign in to use coins.",
  );
  const login = await page.follow("Sign in");
  const back = await login.submit("Login", DEMO);
  expect([back.heading, back.text]).toEqual(["Kettle & Clove", expect.stringMatching(/You have [\d,.]+ coins\./)]);
});

const NO_NUMBER = ": type the amount as a number, such as 500";

test("changes an unavailable amount, and adds it once the shopper has seen it [C-16] [C-20]", async () => {
  const product = await openProduct("Snowline Treks");
  await (await product.browser.open(shop().url("aurora", "/login"))).submit("Login", DEMO);
  const least = product.value("Enter Denomination")!;
  const price = `₹${Number(least).toLocaleString("en-IN")}.00`;
  const reasons = { "1": ", the least for this card", "": NO_NUMBER, abc: NO_NUMBER };
  for (const [typed, reason] of Object.entries(reasons)) {
    const changed = await (
      await product.reload()
    ).submit("Add to Cart", {
      "Enter Denomination": typed,
      Quantity: "2",
      "Send as Gift": true,
      "Recipient's name": "Meera",
      "Recipient's e-mail": "meera@example.com",
    });
    expect([changed.status, changed.value("Enter Denomination"), changed.value("Quantity")]).toEqual([400, least, "2"]);
    expect(changed.value("Recipient's name")).toBe("Meera");
    expect(changed.alerts()).toContain(`Changed to ${price}${reason}`);
    expect((await product.browser.open(shop().url("aurora", "/cart"))).text).not.toContain("Snowline Treks");
  }
  const changed = await (await product.reload()).submit("Add to Cart", { "Enter Denomination": "1" });
  const cart = await changed.submit("Add to Cart");
  expect(cart.path).toBe("/cart");
  expect(cart.part(/Snowline Treks .* each/).text).toContain(`${price} each`);
  expect(cart.alerts()).toEqual([`Changed to ${price}, the least for this card: Snowline Treks`]);
});

describe("starts with an available amount [C-16]", () => {
  test.each([
    ["1", "100", "Value is less than the minimum allowed amount of 100"],
    ["5000", "1000", "Exceeds the maximum allowed amount of 1000"],
    ["260", "250", "Changed to ₹250.00, the nearest amount for this card"],
    ["-5", "100", "Changed to ₹100.00: type the amount as a number, such as 500"],
    ["abc", "100", "Changed to ₹100.00: type the amount as a number, such as 500"],
    ["1e3", "100", "Changed to ₹100.00: type the amount as a number, such as 500"],
    ["", "100", "Changed to ₹100.00: type the amount as a number, such as 500"],
    ["99999999999999999999", "100", "Changed to ₹100.00: type the amount as a number, such as 500"],
    ["100", "100", null],
    ["₹ 250", "250", null],
    ["Rs. 500/-", "500", null],
    ["२५०", "250", null],
    ["1,000", "1000", null],
  ])("changes %s to the fixed amount %s", async (typed, amount, text) => {
    const page = await reopen(await openProduct("Kettle & Clove"), { denomination: typed });
    expect(page.value("Enter Denomination")).toBe(amount);
    expect(page.alerts().filter((alert) => !/^Only \d+ left\.$/.test(alert))).toEqual(text ? [text] : []);
  });
});

test("shows the reason for a changed amount until another amount is chosen [C-16]", async () => {
  const reason = "Exceeds the maximum allowed amount of 1000";
  const product = await openProduct("Kettle & Clove");
  await (await product.browser.open(shop().url("aurora", "/login"))).submit("Login", DEMO);
  const changed = await reopen(product, { denomination: "5000" });
  const more = await changed.follow("One more");
  expect([more.value("Enter Denomination"), more.value("Quantity")]).toEqual(["1000", "2"]);
  expect(more.alerts()).toContain(reason);
  const chosen = await more.follow("₹250.00");
  expect([chosen.value("Enter Denomination"), chosen.value("Quantity")]).toEqual(["250", "2"]);
  expect(chosen.alerts()).not.toContain(reason);
  // The form contains the amount that was typed before, and now another one is typed.
  const cart = await more.submit("Add to Cart", { "Enter Denomination": "250" });
  expect([cart.path, cart.alerts().join()]).toEqual(["/cart", expect.not.stringContaining("Changed to")]);
});

test("rounds to the nearest amount of a product with steps and a range [C-16]", async () => {
  const page = await openProduct("Ember Tandoor Co.");
  for (const [typed, amount] of [
    ["1234.56", "1234.56"],
    ["500", "600"],
    ["1000", "1200"],
    ["400", "300"],
    ["7000", "6000"],
  ]) {
    expect((await reopen(page, { denomination: typed! })).value("Enter Denomination")).toBe(amount);
  }
});

test.each([
  ["0", "1"],
  ["-3", "1"],
  ["", "1"],
  ["007", "7"],
  ["4", "4"],
])("changes a quantity of %j to %s [C-19] [INP-03]", async (typed, quantity) => {
  const page = await reopen(await openProduct("Kettle & Clove"), { quantity: typed });
  expect(page.value("Quantity")).toBe(quantity);
  const isTold = page.alerts().includes("Please enter a whole number from 1 to 999");
  expect(isTold).toBe(["0", "-3"].includes(typed));
});

test.each(["0", "-1", "1000"])("adds no card for a quantity of %j, and gives the reason [INP-03]", async (typed) => {
  const refused = await (await openProduct("Voltbazaar")).submit("Add to Cart", { Quantity: typed });
  expect([refused.status, refused.value("Quantity")]).toEqual([400, typed]);
  expect(refused.alerts()).toContain("Please enter a whole number from 1 to 999");
});

test.each(["1.5", "2e3", "½"])(
  "refuses a quantity of %j beside its field, in the address and in the form",
  async (typed) => {
    const why = "Please enter a whole number from 1 to 999";
    const page = await openProduct("Voltbazaar");
    const toPay = /To Pay ₹[\d,.]+/.exec(page.text)![0];
    const opened = await reopen(page, { quantity: typed });
    const sent = await page.submit("Add to Cart", { Quantity: typed });
    for (const refused of [opened, sent]) {
      expect(refused.value("Quantity")).toBe(typed);
      expect(refused.alerts()).toContain(why);
      expect(refused.text).toContain(toPay);
    }
    expect([opened.status, sent.status, (await sent.submit("Add to Cart", { Quantity: "2" })).path]).toEqual([
      200,
      400,
      "/login?returnTo=%2Fcart",
    ]);
  },
);

test("refuses a form without a quantity, and keeps the other typed values", async () => {
  const refused = await (
    await openProduct("Kettle & Clove")
  ).submit("Add to Cart", {
    Quantity: "",
    "Enter Denomination": "500",
    "Send as Gift": true,
    "Recipient's name": "Meera",
    "Recipient's e-mail": "meera@example.com",
  });
  expect(refused.status).toBe(400);
  expect(refused.alerts()).toContain("Please enter a whole number from 1 to 999");
  const fields = ["Quantity", "Enter Denomination", "Recipient's name"];
  expect(fields.map((field) => refused.value(field))).toEqual(["", "500", "Meera"]);
});

test("shows each tab's own text [C-21]", async () => {
  const { text } = await openProduct("Kettle & Clove");
  expect(text).toMatch(/Description Filter coffee.* Terms Show this voucher.* Redeem Choose what you like/);
});

test("shows description, terms and redemption as text, from any HTML [C-21] [INJ-02]", async () => {
  const page = await openProduct("Kettle & Clove");
  for (const tab of ["Description", "Terms", "Redeem"]) expect(page.text).toContain(tab);
  expect(page.text).toContain("GST @ 5 % or 18 %");
  expect(page.text).toContain("(bill > voucher)");
  expect(page.text).not.toMatch(/<\/?(p|b|ul|li|strong)>|&(amp|lt|gt|nbsp);/);
});

test("offers the delivery options [C-17]", async () => {
  const page = await openProduct("Kettle & Clove");
  const options = page.part("Delivery Options");
  expect(options.value("Add to my account (for personal use)")).toBe("self");
  expect([options.fields().includes("Send as Gift"), options.value("Send as Gift")]).toEqual([true, undefined]);
});

test.each(["999999", "0", "-1", "abc", "1%00", "1e400", "%2e%2e", "1;drop"])(
  "answers an unknown product (%s) with a 404 page [R-13]",
  async (id) => {
    const page = await new TextBrowser().open(shop().url("aurora", `/shopping-cart?product=${id}`));
    expect([page.status, page.heading]).toEqual([404, "We cannot find that page"]);
  },
);

test("shows and marks an unavailable product, and refuses to add it [C-24]", async () => {
  const name = "Talkies & Thunder";
  const page = await openProduct(name);
  expect(page.text).toContain("not available");
  expect(page.isDisabled("Add to Cart")).toBe(true);
  const browser = page.browser;
  await (await browser.open(shop().url("aurora", "/login"))).submit("Login", DEMO);
  const origin = new URL(page.url).origin;
  const headers = { "content-type": "application/x-www-form-urlencoded", origin };
  const forced = await browser.load(
    page.url,
    { method: "POST", headers, body: new URL(page.url).search.slice(1) },
    page.url,
  );
  expect(forced.status).toBeGreaterThanOrEqual(400);
  expect((await browser.open(shop().url("aurora", "/cart"))).text).not.toContain(name);
});

test("leads a signed-in shopper to the cart on Add to Cart [C-20]", async () => {
  const product = await openProduct("Indigo Loom", { Denomination: "₹1,000.00", Quantity: "2" });
  await (await product.browser.open(shop().url("aurora", "/login"))).submit("Login", DEMO);
  const again = await product.reload();
  expect(again.answer.text).toContain('data-busy="Adding to Cart..."');
  const cart = await again.submit("Add to Cart");
  expect(cart.path).toBe("/cart");
  expect(cart.part(/Indigo Loom ₹1,000\.00 each/).text).toContain("₹2,000.00");
});

test("keeps a visitor's choice through the login [C-20]", async () => {
  const product = await openProduct("Raga Stream", { Denomination: "₹299.00", Quantity: "3" });
  const login = await product.submit("Add to Cart");
  expect(login.alerts()).toEqual(["Please log in. The card you chose then goes into your cart."]);
  expect(login.path).toContain("/login");
  const { attributes } = product.browser.cookies.of(product.url).get("wish")!;
  expect([attributes.get("max-age"), attributes.has("httponly")]).toEqual(["600", true]);
  const wrong = await login.submit("Login", { ...DEMO, Password: "Wrong@123" });
  const cart = await wrong.submit("Login", DEMO);
  expect(cart.path).toBe("/cart");
  expect(cart.part(/Raga Stream ₹299\.00 each/).text).toContain("₹897.00");
});

test("ignores a forged pending item [SES-08]", async () => {
  const product = await openProduct("Mirror & Henna");
  const login = await product.submit("Add to Cart");
  const wish = product.browser.cookies.of(product.url).get("wish")!;
  wish.value = `${wish.value.slice(0, -4)}AAAA`;
  const page = await login.submit("Login", DEMO);
  expect((await page.browser.open(shop().url("aurora", "/cart"))).text).not.toContain("Mirror & Henna");
});

test("ignores a pending item of another brand, though it sells that very id and amount [SES-08]", async () => {
  type Sold = { id: number; denominations: { min: number }[] };
  const soldBy = async (brand: string): Promise<Sold[]> =>
    JSON.parse((await send(shop().apiUrl(brand, "/products/?perPage=48"))).text).results;
  const theirs = await soldBy("tamarind");
  const [id, denomination] = (await soldBy("aurora")).flatMap((product): [number, number][] => {
    const twin = theirs.find((other) => other.id === product.id);
    const shared = product.denominations.find(({ min }) => twin?.denominations.some((other) => other.min === min));
    return shared ? [[product.id, shared.min]] : [];
  })[0]!;
  const product = await new TextBrowser().open(
    shop().url("aurora", `/shopping-cart?product=${id}&denomination=${denomination}`),
  );
  await product.submit("Add to Cart");
  const { browser } = product;
  const other = shop().url("tamarind", "/login");
  browser.cookies.of(other).set("wish", browser.cookies.of(product.url).get("wish")!);
  const page = await (await browser.open(other)).submit("Login", DEMO);
  expect(page.path).toBe("/");
  expect((await browser.open(shop().url("tamarind", "/cart"))).text).toContain("Your cart is empty.");
});
