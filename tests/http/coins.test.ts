import { describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { expireCoinsIn, mailsAbout } from "../helpers/shop/books.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { DEMO, startShop } from "../helpers/shop/shop.ts";
import { addToCart, coinsOf, continueAs, signIn, signUp } from "../helpers/shop/shopper.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

const shop = useSharedShop();
const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);
const emailOf = (page: Page) => page.text.match(/shopper-\d+@example\.com/)![0];

describe("coins that expire", () => {
  /** A new shopper who has loaded a code of fifty coins. */
  async function loadFifty(code: string) {
    const home = await signUp(shop(), "aurora");
    const loaded = await (await open(home, "/redeem-voucher")).submit("Add Coins", { "Voucher code": code });
    expect(coinsOf(loaded)).toBe(50);
    return loaded;
  }

  test("shows in the history the source and the expiry of coins, and warns not too early", async () => {
    const loaded = await loadFifty("TRY-50-01");
    const history = await open(loaded, "/order-history?coins=open");
    expect(history.part(/^Voucher code TRY-50-01/).text).toMatch(
      /^Voucher code TRY-50-01 .* · expires on \d{1,2} \w{3} \d{4} Redeemed \+50\.00 Pts/,
    );
    const end = /50 coins end on \d{1,2} \w{3} \d{4}/;
    for (const path of ["/redeem-voucher", "/cart"]) {
      const page = path === "/cart" ? await addToCart(loaded, "Raga Stream", "₹299.00") : await open(loaded, path);
      expect([path, page.text]).toEqual([path, expect.stringMatching(end)]);
      expect([path, page.answer.text]).toEqual([
        path,
        expect.stringMatching(/class="points-link"[^>]* title="50 coins end on/),
      ]);
    }
    expect(history.text).not.toContain("expire soon");
    expect(loaded.text).not.toContain("expire soon");
  });

  test("warns beside the balance, and after the coins are gone the history shows the reason", async () => {
    const loaded = await loadFifty("TRY-50-02");
    const cart = await addToCart(loaded, "Raga Stream", "₹299.00");
    const email = emailOf(cart);
    expireCoinsIn(shop(), "aurora", email, 24);
    for (const path of ["/redeem-voucher", "/cart", "/order-history"]) {
      const notices = (await open(loaded, path)).alerts();
      expect([path, ...notices]).toContainEqual(
        expect.stringMatching(/^50 coins expire soon, the first on \d+ \w+ \d+/),
      );
    }
    const told = (mail: string) => mail.includes("50 coins of your balance at Aurora expire soon");
    await waitUntil(() => mailsAbout(shop(), "aurora", email).some(told));

    expireCoinsIn(shop(), "aurora", email, 0);
    await waitUntil(async () => coinsOf(await open(loaded, "/order-history")) === 0);
    const history = await open(loaded, "/order-history?coins=open");
    expect(history.parts(/^(Ended unused:|Voucher code) TRY-50-02/).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Ended unused: TRY-50-02 .* Ended -50\.00 Pts/),
      expect.stringMatching(/^Voucher code TRY-50-02 .* Redeemed \+50\.00 Pts/),
    ]);
    expect((await open(loaded, "/redeem-voucher")).text).not.toContain("coins end on");
    expect(history.text).not.toContain("expire soon");
  });
});

test("a code is not redeemed for an account that another tab has signed in later", async () => {
  const page = await open(await signUp(shop(), "aurora"), "/redeem-voucher");
  continueAs(page, await signUp(shop(), "aurora", "Bimal Sen"));
  const refused = await page.submit("Add Coins", { "Voucher code": "TRY-50-04" });
  expect([refused.status, refused.value("Voucher code"), coinsOf(refused)]).toEqual([409, "TRY-50-04", 0]);
  expect(refused.alerts()).toEqual([expect.stringContaining("Nothing was changed.")]);
  expect(coinsOf(await refused.submit("Add Coins"))).toBe(50);
});

test("shows no notice for a backend that gives no reasons and ends", async () => {
  await using host = await new ForeignHost().start();
  await using other = await startShop({ tenants: { foreign: { api: { url: host.url } } } });
  const { email, password } = host.shop.user;
  const home = await signIn(other, "foreign", { "Email or phone": email, Password: password });
  const history = await open(home, "/order-history?coins=open");
  expect(history.part("FOREIGN-1").text).toMatch(/^FOREIGN-1 5 Jan 2026, 10:00 am Redeemed \+25\.00 Pts$/);
  expect(history.text).not.toMatch(/expire/);
});

describe("a brand whose shoppers choose how many coins they use", () => {
  const AMOUNT = "How many coins";
  const coinSwitch = (cart: Page) => cart.fields().find((label) => label.startsWith("Use coins"))!;

  test("takes any number up to the discount, keeps a wrong one to correct, and remembers it for the next cart", async () => {
    await using host = await new ForeignHost().start();
    await using other = await startShop({
      tenants: { foreign: { api: { url: host.url }, coins: { chooseAmount: true } } },
    });
    const { email, password } = host.shop.user;
    const home = await signIn(other, "foreign", { "Email or phone": email, Password: password });
    let cart = await addToCart(home, "Foreign Card 1", "₹500.00");
    expect(cart.fields()).not.toContain(AMOUNT);
    cart = await cart.submit("Apply", { [coinSwitch(cart)]: true });
    expect([cart.value(AMOUNT), cart.text]).toEqual(["50", expect.stringContaining("To pay ₹450.00")]);
    for (const [typed, reason] of [
      ["many", "Please enter a number of coins, such as 50 or 12.50."],
      ["0", "Please enter more than 0 coins, or untick the box."],
      ["50.01", "You can use up to 50 coins for this order. Please enter that many or fewer."],
    ]) {
      const refused = await cart.submit("Proceed to Checkout", { [AMOUNT]: typed! });
      expect([refused.status, refused.value(AMOUNT), refused.text]).toEqual([
        400,
        typed,
        expect.stringContaining(reason!),
      ]);
      expect(refused.text).toContain("To pay ₹450.00");
    }
    const changed = await cart.submit("Proceed to Checkout", { [AMOUNT]: "12.50" });
    expect([changed.status, changed.alerts().join()]).toEqual([
      409,
      expect.stringContaining("With 12.50 coins you pay ₹487.50."),
    ]);
    const paying = await changed.submit("Proceed to Checkout");
    expect(paying.path).toMatch(/^\/verify-details/);
    expect(host.recorded("POST /place-order/").map(({ body }) => body)).toMatchObject([
      { amount: 487.5, coins_used: 12.5 },
    ]);
    const next = await open(paying, "/cart");
    expect([next.value(AMOUNT), next.value(coinSwitch(next))]).toEqual(["12.50", "1"]);
  });
});

describe("a code that is typed before the login", () => {
  test("returns after the login, and was never in an address or readable cookie [R-11]", async () => {
    const browser = new TextBrowser();
    const page = await browser.open(shop().url("aurora", "/redeem-voucher"));
    const login = await page.submit("Add Coins", { "Voucher code": "try-50-03" });
    expect(login.path).toBe("/login?returnTo=%2Fredeem-voucher");
    expect(login.alerts()).toEqual(["Please log in. Your voucher code is kept."]);
    const back = await login.submit("Login", DEMO);
    expect([back.path, back.value("Voucher code")]).toEqual(["/redeem-voucher", "TRY-50-03"]);
    const sent = browser.answers.map(({ url, headers }) => JSON.stringify([url, headers]));
    expect(sent.filter((one) => one.includes("TRY-50-03"))).toEqual([]);
    const loaded = await back.submit("Add Coins");
    expect(loaded.alerts()).toContain("50 coins added");
    expect((await loaded.reload()).value("Voucher code")).toBe("");
  });
});
