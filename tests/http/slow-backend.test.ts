import { request } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import type { Page } from "../helpers/text-browser/page.ts";

// Pages whose own call is slow. Browsers that run scripts get the page's frame before the call ends, others the whole page.

let host: ForeignHost;
const shop = useShop(async () => {
  host = await new ForeignHost().start();
  const foreign = {
    api: { url: host.url },
    redirectOrigins: ["https://pay.foreign.example"],
    languages: ["en", "hi"],
  };
  return { tenants: { foreign }, env: { COMMERCE_API_PORT: "0", PAGE_CACHE_MB: "0" } };
});
afterEach(() => host.heal());
afterAll(() => host[Symbol.asyncDispose]());

const LOGIN = { "Email or phone": "9876543210", Password: "Foreign@1" };
let home: Page;
let cookie: string;
let orderPath: string;
beforeAll(async () => {
  home = await signIn(shop(), "foreign", LOGIN);
  const cart = await addToCart(home, "Foreign Card 1");
  const screen = await cart.submit("Proceed to Checkout");
  orderPath = new URL(screen.url).search;
  cookie = home.browser.cookies.headerFor(home.url)!;
});

const url = (path: string) => shop().url("foreign", path);

/** Loads a page in a browser that runs scripts while `call` hangs. @returns the page before the answer, and after it */
async function stream(path: string, call: string, language = "en") {
  const release = host.hold(call);
  const { hostname, port } = new URL(url(path));
  const answer = await request(`http://127.0.0.1:${port}${path}`, {
    headers: { host: `${hostname}:${port}`, cookie: `${cookie}; js=1; lang=${language}` },
  });
  let [before, text] = ["", ""];
  for await (const chunk of answer.body.setEncoding("utf8")) {
    text += String(chunk);
    if (before !== "" || !text.includes("</main>")) continue;
    before = text;
    release();
  }
  return { status: answer.statusCode, before, after: text.slice(before.length) };
}

const PAGES = [
  ["/cart", "GET /cart/", "Loading your cart...", "Order summary"],
  ["/order-history", "GET /order-history/", "Loading your orders...", "Pending"],
  ["/order-history?coins=open", "GET /coins-history", "Loading your coins...", "FOREIGN-1"],
  ["/edit-profile", "GET /edit-profile/", "Loading your profile...", "Mobile number"],
  ["/search?q=card%201", "GET /search/", "Loading products...", "Foreign Card 1"],
] as const;

describe("a page whose own call is slow", () => {
  test.each(PAGES)(
    "%s begins before %s ends, and brings its part later [SSR-08]",
    async (path, call, waiting, part) => {
      const { status, before, after } = await stream(path, call);
      expect([status, before, before]).toEqual([
        200,
        expect.stringContaining(waiting),
        expect.not.stringContaining(part),
      ]);
      expect(after).toContain(part);
    },
  );

  test.each(PAGES)("%s is whole without scripts, once %s has ended [SSR-13]", async (path, call, waiting, part) => {
    host.delay(call, 400);
    const { text } = await send(url(path), { headers: { cookie } });
    expect(text).toContain(part);
    expect(text).not.toMatch(/Loading your|Loading products|<template id="B:/);
    expect(waiting).toMatch(/^Loading/);
  });
});

test("the part that comes later is in the language of the page, with its dates", async () => {
  const { before, after } = await stream("/order-history", "GET /order-history/", "hi");
  expect(before).toContain("आपके ऑर्डर लोड हो रहे हैं");
  expect(after).toMatch(/ऑर्डर FO\/\d+.*<time [^>]*>\d+ [\u0900-\u097f]+ 20\d\d, \d+:\d\d [ap]m</);
  expect(after).toContain("पेंडिंग");
});

test.each(["/payment", "/verify-details"])(
  "%s reads 'Loading Order Details...' while the order is late [P-14]",
  async (path) => {
    const { before, after } = await stream(path + orderPath, "GET /order-status/");
    expect([before, before]).toEqual([
      expect.stringContaining("Loading Order Details..."),
      expect.not.stringContaining('name="terms"'),
    ]);
    expect(after).toContain('name="terms"');
  },
);

test("a late order that leads elsewhere loads the page once more, and that one waits for it [P-12]", async () => {
  const order = host.shop.orders.at(-1)!;
  const { amount } = order;
  order.amount = 0;
  const { after } = await stream(`/payment${orderPath}`, "GET /order-status/");
  const [, again] = /http-equiv="refresh" content="0; url=([^"]+)"/i.exec(after) ?? [];
  host.delay("GET /order-status/", 400);
  const { status, headers } = await send(url(again!.replaceAll("&amp;", "&")), {
    headers: { cookie: `${cookie}; js=1` },
  });
  order.amount = amount;
  expect([status, headers.location]).toEqual([302, "/cart"]);
});

describe("the number of cards in the header", () => {
  const countOf = (html: string) => /id="cart-count"[^>]*>(\d*)/.exec(html)?.[1];

  test("comes late, and does not hold back the page", async () => {
    const { before, after } = await stream("/privacy", "GET /cart/");
    expect([countOf(before), countOf(after)]).toEqual(["", "1"]);
  });

  test("is left out for a while after its call failed, so that not each page waits for it", async () => {
    const own = await signIn(shop(), "foreign", LOGIN);
    const headers = { cookie: own.browser.cookies.headerFor(own.url)! };
    host.fail("GET /cart/", 500);
    const asked = () => host.recorded("GET /cart/").length;
    const before = asked();
    for (const path of ["/privacy", "/help-center", "/about-us"]) await send(url(path), { headers });
    expect(asked()).toBe(before + 1);
    host.heal();
    // Other sessions are not affected.
    const { text } = await send(url("/privacy"), { headers: { cookie } });
    expect(countOf(text)).toBe("1");
  });
});
