import { readFileSync } from "node:fs";

import { request } from "undici";
import { describe, expect, test } from "vitest";

import { header, send } from "../helpers/http/http.ts";
import { sendRaw } from "../helpers/http/raw.ts";
import { SharedCache } from "../helpers/http/shared-cache.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { DEMO } from "../helpers/shop/shop.ts";
import { routeTable } from "../helpers/source/route-table.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const post = (path: string, headers: Record<string, string>, body = "username=x") =>
  send(shop().url("aurora", path), { method: "POST", headers: { ...FORM, ...headers }, body });

const evil = "https://evil.example";

describe("the origin of a change", () => {
  const own = () => new URL(shop().url("aurora")).origin;
  const cases: [
    refused: boolean,
    site: string | undefined,
    origin: "own" | "evil" | "null" | undefined,
    referer: "own" | "evil" | undefined,
  ][] = [
    [false, "same-origin", "own", "own"],
    [false, "same-origin", undefined, undefined],
    [false, undefined, "own", undefined],
    [false, undefined, undefined, "own"],
    [true, undefined, undefined, undefined],
    [true, "cross-site", "evil", "evil"],
    [true, "cross-site", undefined, undefined],
    [true, "cross-site", "own", "own"],
    [true, "same-site", "own", "own"],
    [true, "none", undefined, undefined],
    [true, "same-origin", "evil", "own"],
    [true, undefined, "evil", "own"],
    [true, undefined, "null", "own"],
    [true, undefined, undefined, "evil"],
  ];
  test.each(cases)(
    "refuses: %s for Sec-Fetch-Site %s, Origin %s, Referer %s [CSRF-01]",
    async (refused, site, origin, referer) => {
      const value = { own: own(), evil, null: "null" };
      const answer = await post("/login", {
        ...(site && { "sec-fetch-site": site }),
        ...(origin && { origin: value[origin] }),
        ...(referer && { referer: `${value[referer]}/login` }),
      });
      expect(answer.status).toBe(refused ? 403 : 400);
    },
  );

  const siblings = ["x.evil.example", "tamarind.localhost", "localhost"];
  test.each(siblings)("treats %s as another site [CSRF-04]", async (hostname) => {
    const origin = `http://${hostname}:${shop().port}`;
    expect((await post("/login", { origin })).status).toBe(403);
    expect((await post("/login", { origin, "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await post("/login", { referer: `${origin}/login` })).status).toBe(403);
  });

  const endings = [".evil.example/", "@evil.example/", "0/login"];
  test.each(endings)("treats the shop's origin followed by %s as another site [CSRF-04]", async (rest) => {
    expect((await post("/login", { referer: own() + rest })).status).toBe(403);
    expect((await post("/login", { origin: own() + rest })).status).toBe(403);
  });

  /** No shop has a page of the console, and each refuses its addresses too. */
  const tables = [routeTable(), readFileSync("console/routes.ts", "utf8")].join("\n");
  const routes = [...tables.matchAll(/route\("([^"*]+)"/g)].map(([, path]) => `/${path}`);
  const others = ["/", "/nope", "/login.data", "/_root.data", "/sandbox/upi", "/media/cards/1.svg", "/brand.css"];
  // Called from elsewhere by design, by POST alone; neither trusts the request.
  const open = ["POST /payment-success", "POST /payment-notification"];

  // React Router's own addresses for a page's data; `/` has `/_root.data`.
  const data = routes.map((path) => `${path}.data`);

  const addresses = [...routes, ...data, ...others];
  test.each(addresses)("lets no unsafe method reach %s from another site [CSRF-02] [CSRF-05]", async (path) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"].filter((one) => !open.includes(`${one} ${path}`))) {
      const answer = await send(shop().url("aurora", path), {
        method,
        headers: { ...FORM, origin: evil },
        body: "a=1",
      });
      expect([method, answer.status]).toEqual([method, 403]);
    }
  });

  test("lets a gateway notify with a slash at the end of the address [CSRF-02]", async () => {
    const answer = await send(shop().url("aurora", "/payment-notification/"), {
      method: "POST",
      headers: { "content-type": "application/json", origin: evil },
      body: "{}",
    });
    expect(answer.status).toBe(401); // from the check of the proof, which is missing
  });

  test("lets a provider of messages report by a form or in JSON, up to the limit of the API [CSRF-02]", async () => {
    const report = async (path: string, headers: Record<string, string>, body: string) =>
      (await send(shop().url("aurora", path), { method: "POST", headers, body })).status;
    const json = { "content-type": "application/json" };
    for (const path of ["/message-receipt/sms", "/message-receipt/whatsapp/"]) {
      expect(await report(path, FORM, "Status=sent")).toBe(401); // from the check of the proof, which is missing
      expect(await report(path, { ...json, origin: evil }, "{}")).toBe(401);
      expect(await report(path, json, "x".repeat(1_000_000))).toBe(401);
      expect(await report(path, json, "x".repeat(1_050_000))).toBe(413);
    }
    expect(await report("/message-receipt/post", FORM, "a=1")).toBe(403);
  });

  test("another site neither logs out nor changes the profile [CSRF-05]", async () => {
    const browser = new TextBrowser();
    await (await browser.open(shop().url("aurora", "/login"))).submit("Login", DEMO);
    const cookie = browser.cookies.headerFor(shop().url("aurora"))!;
    expect((await post("/logout", { cookie, origin: evil }, "")).status).toBe(403);
    expect((await browser.open(shop().url("aurora"))).text).toContain("Logout");
  });

  test("no answer allows other origins [CSRF-07]", async () => {
    for (const path of ["/", "/suggest?q=ke", "/brand.css", "/media/cards/1.svg"]) {
      const { headers } = await send(shop().url("aurora", path), { headers: { origin: evil } });
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });
});

describe("the token in the forms of browsers that send no origin, such as Lynx", () => {
  const path = "/login?returnTo=%2Fcart";
  /** A visitor's form proof, and the cookie that belongs to it. */
  async function visit(brand = "aurora", headers: Record<string, string> = {}) {
    const page = await send(shop().url(brand, path), { headers });
    const [, proof] = /<input type="hidden" name="proof" value="([^"]+)">/.exec(page.text) ?? [];
    const setCookie = String(page.headers["set-cookie"] ?? "");
    return { page, proof, setCookie, cookie: setCookie.split(";")[0]! };
  }
  const answerTo = async (
    { proof, cookie }: { proof?: string; cookie: string },
    { brand = "aurora", ...headers }: Record<string, string> = {},
  ) =>
    (
      await send(shop().url(brand, path), {
        method: "POST",
        headers: { ...FORM, ...headers, ...(cookie && { cookie }) },
        body: new URLSearchParams({ username: "x", ...(proof && { proof }) }).toString(),
      })
    ).status;

  test("is accepted with its cookie, in every form of the page [CSRF-01]", async () => {
    const visitor = await visit();
    expect(visitor.setCookie).toMatch(/^form=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(visitor.page.text.split('method="post"').length).toBe(visitor.page.text.split('name="proof"').length);
    expect(visitor.page.headers["cache-control"]).toBe("private, no-store, no-cache");
    expect(await answerTo(visitor)).toBe(400);
  });

  test("is refused without its cookie, with another visitor's, on another host, and against contrary headers [CSRF-01]", async () => {
    const [visitor, other] = [await visit(), await visit()];
    expect(other.proof).not.toBe(visitor.proof);
    const answers = {
      nothing: await answerTo({ cookie: "" }),
      "no cookie": await answerTo({ ...visitor, cookie: "" }),
      "no proof": await answerTo({ ...visitor, proof: undefined }),
      "another's cookie": await answerTo({ ...visitor, cookie: other.cookie }),
      "another brand": await answerTo(visitor, { brand: "tamarind" }),
      "another host of the brand": await answerTo(visitor, { host: `localhost:${shop().port}` }),
      "an unsigned cookie": await answerTo({ ...visitor, cookie: visitor.cookie.replace(/\.[^.]+$/, "") }),
      "a foreign Referer": await answerTo(visitor, { referer: `${evil}/` }),
      "a foreign Origin": await answerTo(visitor, { origin: evil }),
      "a sibling's page": await answerTo(visitor, { "sec-fetch-site": "same-site" }),
    };
    expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, 403])));
  });

  test("expires once somebody has signed in [CSRF-01]", async () => {
    const browser = new TextBrowser("lynx");
    const page = await browser.open(shop().url("aurora", path));
    const proof = /name="proof" value="([^"]+)"/.exec(page.answer.text)![1]!;
    const cart = await page.submit("Login", DEMO);
    expect(cart.path).toBe("/cart");
    const cookie = browser.cookies.headerFor(cart.url)!;
    expect(await answerTo({ proof, cookie })).toBe(403);
    const own = /name="proof" value="([^"]+)"/.exec(cart.answer.text)![1]!;
    // Past the check: a signed-in shopper is redirected.
    expect(await answerTo({ proof: own, cookie })).toBe(302);
  });

  // A browser that never sends a Referer, such as `lynx -noreferer`.
  test.each(["/login", "/signup", "/forgot", "/redeem-voucher", "/contact-us"])(
    "is in %s too, whose page all others share, also behind a shared cache [CSRF-01]",
    async (kept) => {
      const cache = new SharedCache();
      const url = shop().url("aurora", kept);
      const asGraphical = { headers: { "sec-fetch-site": "none" } };
      const first = await cache.send(url, asGraphical);
      expect([header(first, "cache-control"), first.text.includes('name="proof"')]).toEqual([
        "public, no-cache",
        false,
      ]);
      const own = await cache.send(url);
      const proof = /name="proof" value="([^"]+)"/.exec(own.text)?.[1];
      const cookie = header(own, "set-cookie")!.split(";")[0]!;
      const body = new URLSearchParams({ proof: proof! }).toString();
      const post = (headers: Record<string, string>) =>
        send(url, { method: "POST", headers: { ...FORM, ...headers }, body });
      expect([(await post({ cookie })).status, (await post({})).status]).toEqual([400, 403]);
      expect((await cache.send(url, asGraphical)).text).toBe(first.text);
      expect(cache.hits).toBe(1);
    },
  );

  test.each([
    ["Sec-Fetch-Site", { "sec-fetch-site": "none" }],
    ["Upgrade-Insecure-Requests", { "upgrade-insecure-requests": "1" }],
  ])("is not sent, nor its cookie, to a browser that sends %s", async (_name, headers) => {
    const { proof, setCookie } = await visit("aurora", headers);
    expect([proof, setCookie]).toEqual([undefined, ""]);
  });
});

describe("limits of a request", () => {
  const origin = () => ({ origin: new URL(shop().url("aurora")).origin });

  test("answers 413 to a form beyond 64 KB and closes the connection [INP-02]", async () => {
    const answer = await request(`http://127.0.0.1:${shop().port}/login`, {
      method: "POST",
      headers: { host: `aurora.localhost:${shop().port}`, ...FORM, ...origin() },
      body: `username=${"x".repeat(70_000)}`,
    });
    expect([answer.statusCode, answer.headers.connection]).toEqual([413, "close"]);
    await answer.body.dump();
  });

  test("answers 413 early to a form without an end [INP-02]", async () => {
    const chunk = `${(1024).toString(16)}\r\n${"x".repeat(1024)}\r\n`;
    const head = [
      `POST /login HTTP/1.1`,
      `Host: aurora.localhost:${shop().port}`,
      "Transfer-Encoding: chunked",
      `Origin: ${origin().origin}`,
    ];
    const answer = await sendRaw(
      shop().port,
      ...head,
      "Content-Type: application/x-www-form-urlencoded",
      "",
      chunk.repeat(200),
    );
    expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 413 Payload Too Large");
  });

  test.each([
    ["an unknown type", { "content-type": "application/xml" }, "<a/>"],
    ["JSON", { "content-type": "application/json" }, '{"username":["a"],"__proto__":{"x":1}}'],
    ["broken multipart", { "content-type": "multipart/form-data; boundary=x" }, "--x\r\nContent-Disp"],
    ["no type", { "content-type": "" }, "username=a"],
    ["nothing, said to be JSON", { "content-type": "application/json" }, ""],
    ["nothing, said to be multipart", { "content-type": "multipart/form-data; boundary=x" }, ""],
    ["nothing of no type", { "content-type": "" }, ""],
    ["a great many fields", FORM, "a=1&".repeat(10_000)],
    ["arrays", FORM, "username[]=a&username=b&username=c&password[x]=1"],
    ["NUL", FORM, "username=a%00b@c.de&password=%00"],
    ["what is no UTF-8", FORM, "username=%ff%fe@c.de&password=%c0%80"],
  ])("refuses %s without a crash [INP-01] [INP-17]", async (_name, headers, body) => {
    const answer = await post("/login", { ...origin(), ...headers }, body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test("pollutes nothing for later requests [INP-08]", async () => {
    await post("/login", origin(), "__proto__[isAdmin]=1&constructor.prototype.x=1&__proto__.status=9");
    expect((await new TextBrowser().open(shop().url("aurora", "/login"))).status).toBe(200);
  });

  test("survives too many or broken cookies and too long an address [SES-06] [RES-03]", async () => {
    const get = (headers: Record<string, string>, path = "/") => send(shop().url("aurora", path), { headers });
    expect((await get({ cookie: `access_token=%E0%A4%A; refresh_token="; js` })).status).toBe(200);
    expect((await get({ cookie: "a=1; ".repeat(500) })).status).toBe(200);
    expect((await get({ cookie: `access_token=${"x".repeat(5_000)}` })).status).toBe(200);
    const refused = await get({ cookie: `a=${"x".repeat(20_000)}` });
    expect([refused.status, refused.text]).toEqual([431, expect.stringContaining("Delete the cookies of this shop")]);
    expect((await get({}, `/?q=${"x".repeat(20_000)}`)).status).toBe(431);
  });

  test("refuses requests that two servers could read differently [RES-04]", async () => {
    const host = `Host: aurora.localhost:${shop().port}`;
    for (const lines of [
      ["POST /login HTTP/1.1", host, "Content-Length: 3", "Transfer-Encoding: chunked", "", "0", "", ""],
      ["POST /login HTTP/1.1", host, "Content-Length: 3", "Content-Length: 5", "", "abc"],
      ["GET / HTTP/1.1", host, "X: a", " folded", "", ""],
    ]) {
      expect((await sendRaw(shop().port, ...lines)).split("\r\n")[0]).toMatch(/^HTTP\/1.1 400/);
    }
  });
});
