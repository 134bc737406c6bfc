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
    expect(history.part("TRY-50-01").text).toMatch(/Voucher code · .* · expires on \d{1,2} \w{3} \d{4}/);
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
    expect(history.parts("TRY-50-02").map(({ text }) => text)).toEqual([
      expect.stringMatching(/Expired · .*-50\.00 Pts/),
      expect.stringMatching(/Voucher code · .*50\.00 Pts/),
    ]);
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
