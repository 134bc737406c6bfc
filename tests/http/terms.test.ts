import { expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { send } from "../helpers/http/http.ts";
import { acceptedTerms } from "../helpers/shop/books.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { startShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import type { Page } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const VERSION = /^\d{4}-\d{2}-\d{2} [\w-]{16}$/;

const orderIdOf = (page: Page) => new URL(page.url).searchParams.get("orderid")!;
const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);

const checkOut = async (brand = "aurora") =>
  (await addToCart(await signIn(shop(), brand), "Raga Stream", "₹299.00")).submit("Proceed to Checkout");

test.each(["/payment", "/verify-details"])("records the accepted terms on Pay at %s [P-04]", async (path) => {
  const screen = await checkOut();
  const orderId = orderIdOf(screen);
  const page = await open(screen, `${path}?orderid=${orderId}`);
  await page.submit(/^Pay ₹/, { PhonePe: true });
  expect(acceptedTerms(shop(), "aurora", orderId)).toEqual({ version: null, at: null });
  const before = Date.now();
  expect((await page.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true })).path).toMatch(/^\/pay\?/);
  const { version, at } = acceptedTerms(shop(), "aurora", orderId);
  expect(version).toMatch(VERSION);
  expect(at).toBeGreaterThanOrEqual(before);
  await page.submit(/^Pay ₹/, { Paytm: true, [TERMS]: true });
  expect(acceptedTerms(shop(), "aurora", orderId)).toEqual({ version, at });
});

test("records them from the page itself if JavaScript runs, with a version for each brand's own words", async () => {
  const versions = [];
  for (const brand of ["aurora", "meridian"]) {
    const screen = await checkOut(brand);
    const url = shop().url(brand, `/order-state?orderid=${orderIdOf(screen)}`);
    const headers = { cookie: screen.browser.cookies.headerFor(url)!, "sec-fetch-site": "same-origin" };
    const foreign = await send(url, { method: "POST", headers: { ...headers, "sec-fetch-site": "cross-site" } });
    expect([foreign.status, acceptedTerms(shop(), brand, orderIdOf(screen)).version]).toEqual([403, null]);
    const answer = await send(url, { method: "POST", headers });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    versions.push(acceptedTerms(shop(), brand, orderIdOf(screen)).version);
  }
  expect(versions).toEqual([expect.stringMatching(VERSION), expect.stringMatching(VERSION)]);
  expect(versions[0]).not.toBe(versions[1]);
});

test("a poll's short answer is sent whole, to browsers that accept gzip too [PAY-09]", async () => {
  const screen = await checkOut();
  const url = shop().url("aurora", `/order-state?orderid=${orderIdOf(screen)}`);
  const headers = { cookie: screen.browser.cookies.headerFor(url)!, "accept-encoding": "gzip, deflate, br" };
  const answer = await send(url, { headers });
  expect(JSON.parse(answer.text)).toMatchObject({ status: "pending" });
  expect([answer.headers["content-length"], answer.headers["content-encoding"]]).toEqual([
    String(answer.text.length),
    undefined,
  ]);
});

test("refuses acceptance for another shopper's order, or without a session [U10]", async () => {
  const screen = await checkOut();
  const address = shop().url("aurora", `/order-state?orderid=${orderIdOf(screen)}`);
  const anonymous = await send(address, { method: "POST", headers: { "sec-fetch-site": "same-origin" } });
  expect(anonymous.status).toBe(401);
  expect(acceptedTerms(shop(), "aurora", orderIdOf(screen)).version).toBeNull();
});

test("loses nothing at a backend that declares the call but does not have it", async () => {
  await using host = await new ForeignHost().start();
  await using other = await startShop({
    tenants: { foreign: { api: { url: host.url }, features: { acceptedTerms: true } } },
  });
  const { email, password } = host.shop.user;
  const home = await signIn(other, "foreign", { "Email or phone": email, Password: password });
  const [card] = (await open(home, "/")).parts(/View Coupon/);
  const cart = await (await card!.submit(/^View Coupon/)).submit("Add to Cart");
  const screen = await cart.submit("Proceed to Checkout");
  const paying = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
  expect([paying.status, paying.path]).toEqual([200, expect.stringMatching(/^\/pay\?/)]);
  expect(paying.alerts().join()).not.toMatch(/fail|wrong|terms/i);
  expect(host.recorded("POST /order-terms/")[0]!.body).toEqual({
    order_id: host.shop.orders[0]!.id,
    version: expect.stringMatching(VERSION),
  });
  expect((await open(paying, "/order-history")).status).toBe(200);
});
