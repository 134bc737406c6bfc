import { beforeAll, describe, expect, test } from "vitest";

import { type Answer, header, send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn, signUp } from "../helpers/shop/shopper.ts";
import type { Page } from "../helpers/text-browser/page.ts";

// Kept pages with a visitor's own parts in their holes, against the same pages rendered whole.

const shop = useShop();

const PAGES = [
  ...["/", "/?category=1", "/?sort=price_low_high&page=2", "/search?q=tea", "/search?q=%3Ctemplate%3E", "/search?q=x"],
  ...["/help-center", "/terms-conditions", "/privacy", "/cookies", "/about-us", "/redemption", "/redemptionpage"],
  "/purchase-voucher",
];
const BROWSER = { "sec-fetch-site": "same-origin", "upgrade-insecure-requests": "1" };

const cookieOf = (page: Page) => page.browser.cookies.headerFor(page.url)!;
let visitors: Record<string, string>;
beforeAll(async () => {
  const demo = await signIn(shop(), "aurora");
  await addToCart(demo, "Kettle & Clove", "₹100.00");
  const guest = await demo.browser.open(shop().url("aurora", "/no-such-page"));
  visitors = {
    "a shopper with coins and a cart": cookieOf(guest),
    "a shopper without either": cookieOf(await signUp(shop(), "aurora")),
    "a visitor whose session is forged": "access_token=ImZvcmdlZC1hY2Nlc3MtdG9rZW4i; js=0",
    "a visitor without a session": "wish=forged",
  };
}, 60_000);

const isFilled = (answer: Answer) => !header(answer, "content-security-policy")!.includes("'nonce-");

/** A text browser's page is rendered whole; its forms have a proof, and its scripts a nonce. */
async function renderWhole(path: string, cookie: string) {
  const answer = await send(shop().url("aurora", path), { headers: { cookie } });
  expect(isFilled(answer)).toBe(false);
  return answer.text
    .replaceAll(/<input type="hidden" name="proof" value="[^"]*">/g, "")
    .replaceAll(/ nonce="[^"]*"/g, "");
}

/** Asks until the page is kept: its first request makes it, and a page with parameters is made at its second. */
async function fill(path: string, cookie: string, headers = {}) {
  const ask = () => send(shop().url("aurora", path), { headers: { ...BROWSER, cookie, ...headers } });
  await expect.poll(async () => isFilled(await ask()), { timeout: 10_000 }).toBe(true);
  return ask();
}

describe.each(PAGES)("%s", (path) => {
  test("is byte for byte the page that would be rendered for its visitor", async () => {
    for (const [name, cookie] of Object.entries(visitors)) {
      const filled = await fill(path, cookie);
      expect([name, filled.status, filled.text]).toEqual([name, 200, await renderWhole(path, cookie)]);
    }
  });
});

test("shows each shopper their own name, balance and cart, at the same time", async () => {
  await fill("/", Object.values(visitors)[0]!);
  const cookies = Object.values(visitors);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => fill("/", cookies[at % cookies.length]!).then(({ text }) => text)),
  );
  const demo = answers.filter((text) => text.includes("demo@awning.test"));
  const signedIn = answers.filter((text) => text.includes("Logout"));
  expect([demo.length, signedIn.length]).toEqual([10, 20]);
  expect(demo.every((text) => text.includes(' id="cart-count" class="count cart-count">1<'))).toBe(true);
});

test("is stored by no cache, and its policy allows the shop's own scripts only", async () => {
  const answer = await fill("/", visitors["a shopper without either"]!);
  expect(header(answer, "cache-control")).toBe("private, no-store, no-cache");
  expect(header(answer, "etag")).toBeUndefined();
  expect([answer.headers.vary].flat()).toEqual(["Accept-Encoding", "Cookie"]);
  expect(header(answer, "content-security-policy")).toMatch(/script-src 'self'(?: 'sha256-[\w+/=]+')*;/);
  expect(header(answer, "x-content-type-options")).toBe("nosniff");
});

test("answers HEAD with the length of GET", async () => {
  const cookie = visitors["a shopper without either"]!;
  const { text } = await fill("/", cookie);
  const head = await send(shop().url("aurora", "/"), { method: "HEAD", headers: { ...BROWSER, cookie } });
  expect([head.text, header(head, "content-length")]).toEqual(["", String(Buffer.byteLength(text))]);
});

test("shows a message once, and ends a session that the backend refuses", async () => {
  const demo = await signIn(shop(), "aurora");
  const refused = "access_token=ImZvcmdlZC1hY2Nlc3MtdG9rZW4i; refresh_token=ImZvcmdlZC1yZWZyZXNoLXRva2VuIg==";
  await fill("/", cookieOf(demo));
  const ended = await send(shop().url("aurora", "/"), { headers: { ...BROWSER, cookie: refused } });
  const cookies = [ended.headers["set-cookie"]].flat().join("\n");
  expect(isFilled(ended)).toBe(true);
  expect(ended.text).toContain("SIGN IN");
  expect(cookies).toMatch(/access_token=;|access_token=[^;]*; Max-Age=0/);
  const [flash] = cookies.match(/flash=[^;]+/) ?? [];
  const told = await send(shop().url("aurora", "/"), { headers: { ...BROWSER, cookie: flash! } });
  expect(isFilled(told)).toBe(true);
  expect(told.text).toContain("session has ended");
  expect([told.headers["set-cookie"]].flat().join("\n")).toMatch(/flash=[^;]*; Max-Age=0/);
});

describe("resource routes that are called directly", () => {
  const tabOf = async () => {
    const demo = await signIn(shop(), "aurora");
    const history = await send(shop().url("aurora", "/order-history"), { headers: { cookie: cookieOf(demo) } });
    const [, orderId] = history.text.match(/orderid=([\w-]+)/) ?? [];
    return { cookie: cookieOf(demo), path: `/order-state?orderid=${orderId}` };
  };
  const ask = (path: string, cookie: string, method = "GET") =>
    send(shop().url("aurora", path), { method, headers: { ...BROWSER, cookie } });

  test("tell a signed-in shopper their order's state, and nobody else", async () => {
    const { path, cookie } = await tabOf();
    expect(JSON.parse((await ask(path, cookie)).text)).toMatchObject({
      status: expect.stringMatching(/pending|success/),
    });
    expect((await ask(path, "")).status).toBe(401);
    expect(JSON.parse((await ask(path, visitors["a shopper without either"]!)).text).status).toBe("unknown");
  });

  test("refresh a session whose access token is lost, and set its new cookies", async () => {
    const { path, cookie } = await tabOf();
    const answer = await ask(path, cookie.replace(/access_token=[^;]+;? ?/, ""));
    expect(answer.status).toBe(200);
    expect([answer.headers["set-cookie"]].flat().join("\n")).toMatch(/access_token=\w.*\n.*refresh_token=\w/s);
    expect(header(answer, "cache-control")).toBe("private, no-store, no-cache");
  });

  test("refuse methods that they do not have", async () => {
    expect((await ask("/suggest?q=tea", "", "POST")).status).toBe(405);
    expect((await ask("/suggest?q=tea", "", "HEAD")).status).toBe(200);
  });
});
