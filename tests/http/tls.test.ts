import { afterAll, describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { setCookiesOf } from "../helpers/http/cookie-jar.ts";
import { send } from "../helpers/http/http.ts";
import { sendRaw } from "../helpers/http/raw.ts";
import { tokenIn } from "../helpers/http/token-cookies.ts";
import { TlsProxy } from "../helpers/proxies/tls-proxy.ts";
import { startShop, useShop } from "../helpers/shop/shop.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

// A brand on a public hostname, behind the proxy that ends TLS.

const host = await new ForeignHost().start();
const proxy = await new TlsProxy().start();
const SECRETS = { SESSION_SECRET: "only-for-tests-only-for-tests-only-for-tests", COMMERCE_API_PORT: "0" };
const origin = `https://gifts.maple.example:${proxy.port}`;
const maple = { hostnames: ["gifts.maple.example"], origin, api: { url: host.url } };
/** On this machine only, behind a separate proxy. */
const oak = { origin: "https://oak.localhost:8443", api: { url: host.url } };
const shop = useShop(() => ({ tenants: { maple, oak }, env: { ...SECRETS, TRUST_PROXY: "1" } }));
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

const LOGIN = { "Email or phone": "9876543210", Password: "Foreign@1" };
const visit = (path: string, browser = new TextBrowser()) => {
  proxy.target = shop().port;
  return browser.open(origin + path);
};

test("logs at start-up the addresses that shoppers use", async () => {
  await expect.poll(() => shop().log).toContain('"msg":"Awning is open"');
  expect(shop().log).toContain(`"tenant":"maple","origin":"${origin}"`);
  expect(shop().log).toContain('"tenant":"oak","origin":"https://oak.localhost:8443"');
});

describe("behind a proxy that ends TLS", () => {
  test.each(["fetch-metadata", "referer"] as const)(
    "forms work (%s), and every cookie is bound to this host and to TLS [HOST-05] [SES-02]",
    async (provenance) => {
      const browser = new TextBrowser(provenance);
      const product = await visit("/shopping-cart?product=gc-002&name=Foreign+Card+2&denomination=200", browser);
      await product.submit("Add to Cart"); // kept until after the login
      const home = await (await visit("/login", browser)).submit("Login", LOGIN);
      expect(home.text).toContain("Logout");
      const cart = await visit("/cart", browser);
      expect(cart.text).toContain("Foreign Card 2");
      const payment = await cart.submit("Proceed to Checkout");
      expect(payment.url).toContain(`${origin}/verify-details`);
      await (await visit("/", browser)).submit("Logout");

      const cookies = browser.answers.flatMap(setCookiesOf);
      const seen = [...new Set(cookies.map(({ name }) => name))];
      const needed = ["access_token", "refresh_token", "wish", "checkout"].map((name) => `__Host-${name}`);
      expect(seen).toEqual(expect.arrayContaining(needed));
      // Of the proofs of forms: it ends with the browser's session.
      const ofForms = cookies.filter(({ name }) => name === "__Host-form");
      for (const { attributes } of ofForms)
        expect([attributes.get("samesite"), attributes.has("httponly")]).toEqual(["Strict", true]);
      for (const { name, attributes } of cookies.filter((cookie) => !ofForms.includes(cookie))) {
        expect(name).toMatch(/^__Host-/);
        expect([...attributes.keys()].sort()).toEqual(
          expect.arrayContaining(["httponly", "max-age", "path", "samesite", "secure"]),
        );
        expect([attributes.get("path"), attributes.get("samesite"), attributes.has("domain")]).toEqual([
          "/",
          "Lax",
          false,
        ]);
      }
      const kept = cookies.filter(
        ({ name, attributes }) => name.endsWith("_token") && attributes.get("max-age") !== "0",
      );
      expect(kept.map(({ attributes }) => attributes.get("max-age"))).toEqual(["604800", "604800"]);
    },
  );

  test("ignores a sibling subdomain's cookie without the prefix, even beside the shop's own [SES-03]", async () => {
    const browser = new TextBrowser();
    const home = await (await visit("/login", browser)).submit("Login", LOGIN);
    const own = browser.cookies.headerFor(home.url)!;
    const tossed = own.replaceAll("__Host-", "");
    const open = (cookie: string) => send(`${origin}/privacy`, { headers: { cookie } });
    expect((await open(tossed)).text).not.toContain("Logout");

    const other = new TextBrowser();
    const theirs = await (await visit("/login", other)).submit("Login", LOGIN);
    const tossedByOther = other.cookies.headerFor(theirs.url)!.replaceAll("__Host-", "");
    const before = host.requests.length;
    expect((await open(`${tossedByOther}; ${own}; ${tossedByOther}`)).text).toContain("Logout");
    const plain = (cookies: string) => /access_token=([^;]+)/.exec(cookies)![1]!;
    const bearers = host.requests.slice(before).map(({ headers }) => headers.authorization);
    expect(new Set(bearers.filter(Boolean))).toEqual(new Set([`Bearer ${tokenIn(plain(own))}`]));
  });

  test("redirects plain requests to the https origin, with HSTS for this host alone", async () => {
    proxy.target = shop().port;
    const plain = await send(`http://gifts.maple.example:${shop().port}/cart?x=1`, {
      headers: { "x-forwarded-proto": "http" },
    });
    expect([plain.status, plain.headers.location]).toEqual([308, `${origin}/cart?x=1`]);
    expect(plain.headers["strict-transport-security"]).toBe("max-age=63072000");
    const { headers } = await send(`${origin}/privacy`);
    expect(headers["strict-transport-security"]).toBe("max-age=63072000");
  });

  test("sends HSTS with answers outside pages too, but not over plain http", async () => {
    const ask = (path: string, host: string, proto: string) =>
      sendRaw(
        shop().port,
        `GET ${path} HTTP/1.1`,
        `Host: ${host}`,
        ...(proto === "" ? [] : [`X-Forwarded-Proto: ${proto}`]),
        "Connection: close",
        "",
        "",
      );
    const name = "gifts.maple.example";
    const secure: [status: number, path: string, host: string][] = [
      [200, "/healthz", name],
      [200, "/readyz", "10.0.0.7"],
      [400, "/login", `${name}:x`],
      [400, "/a/../login", name],
      [421, "/login", "unknown.example"],
      [404, "/nope", name],
    ];
    for (const [status, path, host] of secure) {
      const answer = await ask(path, host, "https");
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).toMatch(/\r\nstrict-transport-security: max-age=63072000\r\n/i);
    }
    for (const proto of ["", "http"])
      for (const [path, host] of [
        ["/healthz", name],
        ["/login", "unknown.example"],
      ] as const)
        expect(await ask(path, host, proto)).not.toMatch(/strict-transport-security/i);
  });

  test("takes the page's origin from Host alone, not from a proxy's header [HOST-03]", async () => {
    proxy.target = shop().port;
    const headers = {
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      "x-original-host": "evil.example",
    };
    for (const path of ["/", "/privacy", "/signup?x=1", "/robots.txt", "/sitemap.xml"]) {
      const page = await send(origin + path, { headers });
      expect([path, page.status, page.text.includes("evil.example")]).toEqual([path, 200, false]);
      expect(page.text).toContain(origin);
    }
    const form = { "content-type": "application/x-www-form-urlencoded", origin, cookie: "__Host-js=1" };
    const body = new URLSearchParams({ username: "9876543210", password: LOGIN.Password }).toString();
    const login = await send(`${origin}/login`, { method: "POST", headers: { ...headers, ...form }, body });
    expect([login.status, login.headers.location]).toEqual([303, "/"]);
  });

  const schemes = ["javascript", "https, http", "HTTPS:", "file", "http\tx", ""];
  test.each(schemes)("answers 400 to a proxy that claims the scheme %j [HOST-04]", async (scheme) => {
    const lines = [
      "GET /login HTTP/1.1",
      "Host: gifts.maple.example",
      `X-Forwarded-Proto: ${scheme}`,
      "Connection: close",
      "",
      "",
    ];
    expect((await sendRaw(shop().port, ...lines)).split("\r\n")[0]).toBe("HTTP/1.1 400 Bad Request");
  });
});

test("refuses to start for a public brand without SESSION_SECRET, in one line [SES-08]", async () => {
  const started = startShop({ tenants: { maple }, env: { COMMERCE_API_PORT: "0", TRUST_PROXY: "1" } });
  await expect(started).rejects.toThrow(
    /did not start:\n\{[^\n]*"msg":"SESSION_SECRET: is required as soon as [^\n]*\n$/,
  );
});

test("refuses to start a public brand's API without DATA_KEY [AUTH-05]", async () => {
  const tenant = { hostnames: ["shop.maple.example"], origin: "https://shop.maple.example" };
  const { SESSION_SECRET } = SECRETS;
  const env = { SESSION_SECRET, TRUST_PROXY: "1", ALLOW_SANDBOX_PAYMENTS: "1", ALLOW_MAIL_AS_FILES: "1" };
  await expect(startShop({ tenants: { maple: tenant }, env })).rejects.toThrow(/DATA_KEY/);
});
