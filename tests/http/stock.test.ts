import { expect, test } from "vitest";

import { createSqliteDatabases } from "../../api/db/sqlite/sqlite.ts";
import { runCli } from "../helpers/cli/cli.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { addToCart, readMail, signIn, signUp } from "../helpers/shop/shopper.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
const KETTLE = "Kettle & Clove";
const GONE = "Doughnut & Sons";

/** Lets every voucher of an amount (rupees) run out, so that it is sold out. */
async function sellOut(name: string, rupees: number) {
  const databases = createSqliteDatabases(shop().dataDir);
  const db = await databases.open("aurora");
  await db.transaction(async (tx) => {
    const { id } = await tx.selectFrom("products").select("id").where("name", "=", name).executeTakeFirstOrThrow();
    await tx
      .updateTable("vouchers")
      .set({ expires_at: 1 })
      .where("product_id", "=", id)
      .where("face_value", "=", rupees * 100)
      .where("order_item_id", "is", null)
      .execute();
  });
  await db.close();
  await databases.close();
}

const search = (name: string, browser = new TextBrowser()) =>
  browser.open(shop().url("aurora", `/search?q=${encodeURIComponent(name)}`));
const openProduct = async (name: string, amount?: string, browser?: TextBrowser): Promise<Page> => {
  const card = (await search(name, browser)).part(`View Coupon for ${name}`);
  return card.submit(/^View Coupon/, amount ? { Denomination: amount } : {});
};

test("limits ten of a card to the eight in stock with one press in the cart", async () => {
  const home = await signUp(shop(), "aurora");
  let cart = await addToCart(home, KETTLE, "₹500.00", "8");
  expect(cart.text).not.toContain("left");
  cart = await cart.submit("Update cart", { [`Quantity of ${KETTLE}`]: "10" });
  expect(cart.alerts()).toContain(
    `We do not have enough cards of ${KETTLE}. Please change your cart before you proceed.`,
  );

  const refused = await cart.submit("Proceed to Checkout");
  expect(refused.status).toBe(409);
  expect(refused.alerts()).toContainEqual(
    expect.stringMatching(
      /^Only 8 cards of Kettle & Clove of ₹500\.00 are left\. Checkout failed\. Please try again\.$/,
    ),
  );
  cart = await refused.submit(`Only 8 left: change to 8 of ${KETTLE}`);
  expect([cart.path, cart.value(`Quantity of ${KETTLE}`), cart.alerts()]).toEqual(["/cart", "08", []]);
  expect((await cart.submit("Proceed to Checkout")).path).toMatch(/^\/verify-details/);
});

test("refuses more than the stock on the product page, and keeps all typed text", async () => {
  const page = await openProduct(KETTLE, "₹1,000.00");
  const left = Number(/Only (\d+) left\./.exec(page.text)?.[1]);
  const typed = { Quantity: String(left + 1), "Send as Gift": true, "Recipient's name": "Ravi" };
  const address = { "Recipient's e-mail": "ravi@example.test" };
  const refused = await page.submit("Add to Cart", { ...typed, ...address });
  expect([refused.status, refused.alerts()]).toEqual([
    400,
    expect.arrayContaining([`Only ${left} of ₹1,000.00 are left. Please choose a smaller quantity.`]),
  ]);
  const values = ["Enter Denomination", "Quantity", "Recipient's name"].map((label) => refused.value(label));
  expect(values).toEqual(["1000", String(left + 1), "Ravi"]);
  const linked = await page.browser.open(page.url.replace("quantity=1", "quantity=40"));
  expect(linked.value("Quantity")).toBe(String(left));
});

test("shows the same last day on the product page as in the cart, and none for a sold-out amount", async () => {
  const name = "Third Bell Coffee";
  const page = await openProduct(name, "₹400.00");
  const day = /Valid until (\d+ \w+ \d{4}) or longer\./.exec(page.text)?.[1];
  expect(day).toBeDefined();
  const cart = await addToCart(await signUp(shop(), "aurora"), name, "₹400.00");
  expect(cart.part(/ each/).text).toContain(`valid until ${day}`);
  await sellOut(name, 400);
  // The page may be that of a moment ago.
  await expect.poll(async () => (await page.browser.open(page.url)).text).not.toContain("Valid until");
});

test("marks a sold-out amount on card and page, and does not add it", async () => {
  await sellOut(KETTLE, 250);
  const page = await openProduct(KETTLE);
  // The results may be those of a moment ago.
  await expect
    .poll(async () => (await search(KETTLE)).part(`View Coupon for ${KETTLE}`).text)
    .toContain("₹250.00 (sold out)");
  const amounts = page.part("₹250.00 sold out");
  expect(amounts.links()).toEqual([]);
  expect(page.isDisabled("Add to Cart")).toBe(false);

  const chosen = await page.browser.open(page.url.replace(/denomination=\d+/, "denomination=250"));
  expect(chosen.alerts()).toContain("₹250.00 is sold out. Please choose another amount.");
  expect(chosen.isDisabled("Add to Cart")).toBe(true);
  const typed = await page.submit("Add to Cart", { "Enter Denomination": "250" });
  expect([typed.status, typed.alerts()]).toEqual([
    400,
    expect.arrayContaining(["₹250.00 is sold out. Please choose another amount."]),
  ]);
});

test("shows a sold-out card in lists and on its page, without amounts, and offers a mail", async () => {
  const card = (await search(GONE)).part(`View Coupon for ${GONE}`);
  expect([card.text.includes("Sold out"), card.fields()]).toEqual([true, []]);
  const page = await card.submit(/^View Coupon/);
  expect(page.text).toContain("This gift card is sold out.");
  expect(page.buttons()).not.toContain("Add to Cart");
  expect(page.answer.text).toContain("https://schema.org/OutOfStock");
});

test("marks a line in the cart that has sold out, with a way to fix it", async () => {
  const name = "Indigo Loom";
  const cart = await addToCart(await signUp(shop(), "aurora"), name, "₹1,000.00");
  await sellOut(name, 1_000);
  const again = await cart.reload();
  expect(again.part(/ each/).text).toContain("Sold out. Remove it or choose another amount.");
  const product = await again.follow("choose another amount");
  expect(product.heading).toBe(name);
  const refused = await again.submit("Proceed to Checkout");
  expect(refused.alerts()).toContainEqual(expect.stringContaining(`${name} of ₹1,000.00 is sold out.`));
});

test("mails once when an operator adds vouchers, unless the shopper takes the request back", async () => {
  const name = "Raga Stream";
  await sellOut(name, 299);
  const ask = "Tell me when ₹299.00 is back";
  const anonymous = await openProduct(name);
  const login = await anonymous.follow(ask);
  expect(login.path).toMatch(/^\/login\?returnTo=%2Fshopping-cart/);

  const home = await signIn(shop(), "aurora");
  const page = await openProduct(name, undefined, home.browser);
  const asked = await page.submit(ask);
  expect([asked.heading, asked.alerts()]).toEqual([
    name,
    expect.arrayContaining(["We will mail you once when ₹299.00 is back."]),
  ]);
  const forgotten = await asked.submit("Cancel this notice about ₹299.00");
  expect(forgotten.buttons()).toContain(ask);
  await forgotten.submit(ask);

  const env = { TENANTS_DIR: shop().tenantsDir, DATA_DIR: shop().dataDir };
  const input = "product,denomination,card_number,pin,claim_url,expires\nraga-stream,299,RS-BACK-0001,,,\n";
  const added = await runCli(["stock", "add", "aurora", "-"], { env, input });
  expect(added).toMatchObject({ code: 0, stderr: "" });
  const mail = await readMail(home, "demo@awning.test", /is back/);
  expect(mail.text).toContain("Raga Stream of ₹299.00 is in stock again");
  const back = await mail.follow(/shopping-cart/);
  expect([back.heading, back.isDisabled("Add to Cart")]).toEqual([name, false]);
  expect(back.text).toContain("Only 1 left.");
  expect(back.text).not.toContain("We will mail you");
});

test("leads a shopper with an unconfirmed address to confirm it first", async () => {
  const email = "unconfirmed@example.com";
  const password = "Gulmohar-7!";
  const signup = await new TextBrowser().open(shop().url("aurora", "/signup"));
  await signup.submit("Register Now", {
    "Full Name": "Asha Rao",
    Email: email,
    Password: password,
    "Confirm Password": password,
  });
  const home = await signIn(shop(), "aurora", { "Email or phone": email, Password: password });
  const page = await openProduct(GONE, undefined, home.browser);
  const first = page.links().find((link) => link.startsWith("Tell me when"))!;
  expect((await page.follow(first)).path).toBe("/verify-email");
});

test("accepts a request from a page that was open for longer than the access token lasts", async () => {
  const home = await signIn(shop(), "aurora");
  const page = await openProduct(GONE, undefined, home.browser);
  const ask = page.buttons().find((button) => button.startsWith("Tell me when"))!;
  const lapsed = await shop().cookieWith("aurora", { access_token: "a-token-that-has-lapsed" });
  home.browser.cookies.of(home.url).get("access_token")!.value = lapsed.slice("access_token=".length);
  const asked = await page.submit(ask);
  expect(asked.alerts()).toContainEqual(expect.stringMatching(/^We will mail you once when /));
});
