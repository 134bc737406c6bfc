import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { type Answer, header, send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn, signUp } from "../helpers/shop/shopper.ts";
import { routeTable } from "../helpers/source/route-table.ts";
import type { Page } from "../helpers/text-browser/page.ts";

// Cached pages with a visitor's own parts in their holes, against the same pages rendered whole.

/** Another company's backend, of two brands: one declares its catalogue to be the same for all shoppers. */
const host = await new ForeignHost().start();
host.shop.user.username = `Farah "F" O'Hara <b>&amp;</b>`;
const tenants = mkdtempSync(join(tmpdir(), "awning-tenants-"));
cpSync("tenants", tenants, { recursive: true });
for (const [id, isCatalogueShared] of [
  ["maple", true],
  ["cedar", false],
] as const) {
  mkdirSync(join(tenants, id));
  const tenant = { id, hostnames: [`${id}.localhost`], api: { url: host.url, isCatalogueShared } };
  writeFileSync(join(tenants, id, "tenant.json"), JSON.stringify(tenant));
}
const shop = useShop(() => ({ env: { TENANTS_DIR: tenants } }));
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  rmSync(tenants, { recursive: true });
});

/** The routes whose pages are kept for everybody: paths, and the sources of their modules. */
const routes = [...routeTable().matchAll(/(?:index\(|route\("([^"]+)", )"([^"]+)"/g)]
  .map(([, path = "", file = ""]) => ({ path: `/${path}`, source: readFileSync(join("app", file), "utf8") }))
  .filter(({ source }) => source.includes('keep: "for everybody"'));
const CATEGORIES = { aurora: "1", tamarind: "2", maple: "c1" };
/** By path, parameters with which a page is kept. */
const PARAMETERS: Record<string, (brand: Brand) => string[]> = {
  "/": (brand) => [`?category=${CATEGORIES[brand]}`, "?sort=price_low_high&page=2"],
  "/shopping-cart": (brand) => {
    const card = brand === "maple" ? "product=gc-001&name=Foreign+Card+1" : "product=1";
    return [`?${card}`, `?${card}&denomination=250&quantity=3`, `?utm_source=chat&${card}&quantity=%22%3E`];
  },
  "/search": () => ["?q=tea", "?q=card", "?q=%3Ctemplate%3E", "?q=x"],
};
type Brand = keyof typeof CATEGORIES;
const BRANDS = Object.keys(CATEGORIES) as Brand[];
const addressesOf = (brand: Brand) =>
  routes.flatMap(({ path }) => [path, ...(PARAMETERS[path]?.(brand) ?? []).map((query) => path + query)]);

const BROWSER = { "sec-fetch-site": "same-origin", "upgrade-insecure-requests": "1" };
const FORGED = "access_token=ImZvcmdlZC1hY2Nlc3MtdG9rZW4i";
/** The backend refuses both tokens, so the shop ends the session and reports it on the next page. */
const refused = (brand: Brand) =>
  shop().cookieWith(brand, { access_token: "an-invented-token", refresh_token: "another-invented-token" });
const FARAH = { "Email or phone": host.shop.user.email, Password: host.shop.user.password };
const QUOTED = "Asha O'Brien-D'Souza";

const cookieOf = (page: Page) => page.browser.cookies.headerFor(page.url)!;
/** Cookies, by the kind of their visitor. */
const visitorsOf = {} as Record<Brand, Record<string, string>>;
let visitors: (typeof visitorsOf)[Brand];
beforeAll(async () => {
  for (const brand of BRANDS) {
    const isForeign = brand === "maple";
    const shopper = await signIn(shop(), brand, isForeign ? FARAH : undefined);
    await (isForeign ? addToCart(shopper, "Foreign Card 1") : addToCart(shopper, "Kettle & Clove", "₹100.00"));
    const cookie = cookieOf(await shopper.browser.open(shop().url(brand, "/no-such-page")));
    const flash = await endSession(brand);
    visitorsOf[brand] = {
      "a shopper with coins and a cart": cookie,
      "a shopper with a message": `${cookie}; ${flash}`,
      "a visitor with a message": flash,
      "a visitor whose session is forged": `${FORGED}; js=0`,
      "a visitor without a session": "wish=forged",
    };
    if (!isForeign) visitorsOf[brand]["a shopper without either"] = cookieOf(await signUp(shop(), brand, QUOTED));
  }
  visitors = visitorsOf.aurora;
});

/** @returns the cookie with the reason for the session's end, for the next page */
async function endSession(brand: Brand) {
  const { headers } = await send(shop().url(brand, "/no-such-page"), {
    headers: { ...BROWSER, cookie: await refused(brand) },
  });
  return /flash=[^;]+/.exec([headers["set-cookie"]].flat().join("\n"))![0];
}

const isFilled = (answer: Answer) => !header(answer, "content-security-policy")!.includes("'nonce-");

/** A text browser's page is rendered whole; its forms have a proof, and its scripts a nonce. */
async function renderWhole(brand: Brand, path: string, cookie: string) {
  const answer = await send(shop().url(brand, path), { headers: { cookie } });
  expect(isFilled(answer)).toBe(false);
  return answer.text
    .replaceAll(/<input type="hidden" name="proof" value="[^"]*">/g, "")
    .replaceAll(/ nonce="[^"]*"/g, "");
}

/** Repeats the request until the page is kept: the first one makes it, or the second one of a page with parameters. */
async function fill(path: string, cookie: string, brand: Brand = "aurora") {
  const ask = () => send(shop().url(brand, path), { headers: { ...BROWSER, cookie } });
  await expect.poll(async () => isFilled(await ask())).toBe(true);
  return ask();
}

describe.each(BRANDS)("a cached page of %s", (brand) => {
  test.each(addressesOf(brand))("%s is byte for byte the page that would be rendered for its visitor", async (path) => {
    for (const [name, cookie] of Object.entries(visitorsOf[brand])) {
      const filled = await fill(path, cookie, brand);
      expect([name, filled.status, filled.text]).toEqual([name, 200, await renderWhole(brand, path, cookie)]);
    }
  });
});

test("is compared for each route that keeps pages for everybody, with its parameters, if any", async () => {
  expect(routes.length).toBeGreaterThan(8);
  const withParameters = routes.filter(({ source }) => source.includes("keptHref")).map(({ path }) => path);
  expect(withParameters.toSorted()).toEqual(Object.keys(PARAMETERS).toSorted());
  for (const [brand, name, text] of [
    ["aurora", "a shopper without either", "Asha O&#x27;Brien-D&#x27;Souza"],
    ["maple", "a shopper with a message", "Farah &quot;F&quot; O&#x27;Hara &lt;b&gt;&amp;amp;&lt;/b&gt;"],
    ["tamarind", "a shopper with a message", "session has ended"],
  ] as const)
    expect((await fill("/", visitorsOf[brand][name]!, brand)).text).toContain(text);
});

test("is rendered whole for the shoppers of a backend that may show each of them another catalogue", async () => {
  const shopper = await signIn(shop(), "cedar", FARAH);
  const ask = (headers = {}) => send(shop().url("cedar", "/"), { headers: { ...BROWSER, ...headers } });
  await expect.poll(async () => header(await ask(), "etag")).toBeDefined();
  const answers = [await ask({ cookie: cookieOf(shopper) }), await ask({ cookie: cookieOf(shopper) })];
  expect(answers.map((answer) => [answer.status, isFilled(answer)])).toEqual(Array(2).fill([200, false]));
});

test("shows each shopper their own name, balance and cart, at the same time", async () => {
  await fill("/", Object.values(visitors)[0]!);
  const cookies = Object.values(visitors);
  const answers = await Promise.all(
    Array.from({ length: 42 }, (_, at) => fill("/", cookies[at % cookies.length]!).then(({ text }) => text)),
  );
  const demo = answers.filter((text) => text.includes("demo@awning.test"));
  const signedIn = answers.filter((text) => text.includes("Logout"));
  expect([demo.length, signedIn.length]).toEqual([14, 21]);
  expect(demo.every((text) => text.includes(' id="cart-count" class="count cart-count">1<'))).toBe(true);
});

test("reads the shopper and their cart from a slow backend at once", async () => {
  const cookie = visitorsOf.maple["a shopper with coins and a cart"]!;
  await fill("/", cookie, "maple");
  const [release, from] = [host.hold("GET /user-data/", 1), host.requests.length];
  const answer = send(shop().url("maple"), { headers: { ...BROWSER, cookie } });
  const calls = () => host.requests.slice(from).map(({ call }) => call);
  await expect.poll(calls).toEqual(expect.arrayContaining(["GET /user-data/", "GET /cart/"]));
  release();
  expect((await answer).text).toContain("Farah");
});

test("is stored by no cache, and its policy allows the shop's own scripts only", async () => {
  const answer = await fill("/", visitors["a shopper without either"]!);
  expect(header(answer, "cache-control")).toBe("private, no-store, no-cache");
  expect(header(answer, "etag")).toBeUndefined();
  expect([answer.headers.vary].flat()).toEqual(["Accept-Encoding", "Cookie, Accept-Language"]);
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
  await fill("/", cookieOf(demo));
  const cookie = await refused("aurora");
  const ended = await send(shop().url("aurora", "/"), { headers: { ...BROWSER, cookie } });
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

  test("return an order's state to its signed-in shopper, and to nobody else", async () => {
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
    const refused = await ask("/suggest?q=tea", "", "POST");
    expect([refused.status, header(refused, "allow")]).toEqual([405, "GET, HEAD"]);
    expect((await ask("/suggest?q=tea", "", "HEAD")).status).toBe(200);
  });
});
