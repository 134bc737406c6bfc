import { describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { header } from "../helpers/http/http.ts";
import { mailsAbout } from "../helpers/shop/books.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { startShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);

describe("the receipt", () => {
  const shop = useSharedShop();

  /** A card for ₹299 with ten per cent coins, paid in the sandbox; the page that the payer comes back to. */
  async function buy() {
    const cart = await addToCart(await signIn(shop(), "aurora"), "Raga Stream", "₹299.00");
    const coins = cart.fields().find((label) => label.startsWith("Use coins"))!;
    const screen = await (await cart.submit("Apply", { [coins]: true })).submit("Proceed to Checkout");
    const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
    return (await waiting.follow(/^Open/)).submit("Approve");
  }

  test("lists cash and coins separately, with seller, buyer and number [MON-01]", async () => {
    const paid = await buy();
    const orderId = new URL(paid.url).searchParams.get("orderid")!;
    expect(paid.text).toContain("1 × Raga Stream ₹299.00 29.90 coins − ₹29.90 Paid ₹269.10");
    const receipt = await paid.follow("Receipt");
    const [number = ""] = receipt.text.match(/ORD\d{22}/) ?? [];
    expect([receipt.status, receipt.heading]).toEqual([200, expect.stringMatching(/^Receipt \d{4}-\d\d\/\d{6}$/)]);
    expect(receipt.text).toMatch(/Sold by Aurora Rewards Services Private Limited .*Bengaluru.* GSTIN 29AAACA0000A1Z5/);
    expect(receipt.text).toMatch(new RegExp(`Sold to .* demo@awning.test Order ${number}`));
    const rows = receipt.parts(/₹/).map(({ text }) => text);
    expect(rows).toEqual([
      "Raga Stream ₹299.00 each 1 ₹299.00",
      "Total ₹299.00",
      "Paid with 29.90 coins ₹29.90",
      expect.stringMatching(/^Paid by UPI, reference AUR(-[0-9A-Z]{3}){2} ₹269\.10$/),
    ]);
    expect(header(receipt.answer, "cache-control")).toBe("private, no-store, no-cache");
    expect(receipt.answer.text).toContain('name="robots" content="noindex"');

    const history = await open(paid, "/order-history");
    expect((await history.part(number).follow(receipt.heading)).heading).toBe(receipt.heading);
    const mail = await waitUntil(() => mailsAbout(shop(), "aurora", number)[0]);
    expect(mail).toContain(`${receipt.heading}: ${shop().url("aurora", `/receipt?orderid=${orderId}`)}`);
    // As older mail has it.
    expect((await open(paid, `/receipt?orderid=${number}`)).heading).toBe(receipt.heading);
  });

  test("is hidden from others: a visitor logs in first, another shopper finds none [U10]", async () => {
    const paid = await buy();
    const { pathname, search } = new URL(paid.href("Receipt"));
    const anonymous = await new TextBrowser().open(shop().url("aurora", pathname + search));
    expect(anonymous.path).toBe(`/login?returnTo=${encodeURIComponent(pathname + search)}`);
    const friend = await signIn(shop(), "aurora", { "Email or phone": "friend@awning.test", Password: "Demo@2026" });
    for (const path of [pathname + search, "/receipt?orderid=AAAAAAAAAAAAAAAAAAAAAA", "/receipt"]) {
      const page = await open(friend, path);
      expect([page.status, page.heading]).toEqual([404, "There is no receipt for this order"]);
    }
  });

  test("is not linked from an unpaid order", async () => {
    const screen = await (
      await addToCart(await signIn(shop(), "meridian"), "Raga Stream", "₹299.00")
    ).submit("Proceed to Checkout");
    const number = screen.text.match(/Order number (ORD\d+)/)![1]!;
    const result = await open(screen, `/payment-success?order_number=${number}`);
    expect(result.links()).not.toContain("Receipt");
    expect((await open(screen, "/order-history")).part(number).links().join()).not.toMatch(/Receipt/);
  });
});

test("is not linked if the backend has none, and its page shows that", async () => {
  await using host = await new ForeignHost().start();
  await using shop = await startShop({ tenants: { foreign: { api: { url: host.url } } } });
  const { email, password } = host.shop.user;
  const home = await signIn(shop, "foreign", { "Email or phone": email, Password: password });
  const [card] = (await open(home, "/")).parts(/View Coupon/);
  const screen = await (await (await card!.submit(/^View Coupon/)).submit("Add to Cart")).submit("Proceed to Checkout");
  const [order] = host.shop.orders;
  host.shop.pay(order!.number);
  const done = await open(screen, `/payment-success?order_number=${order!.number}`);
  expect([done.heading, done.links().includes("Receipt")]).toEqual(["Payment received", false]);
  expect((await open(done, "/order-history")).links().join()).not.toMatch(/Receipt/);
  expect((await open(done, `/receipt?orderid=${encodeURIComponent(order!.id)}`)).status).toBe(404);
});
