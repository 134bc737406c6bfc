import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isDeepStrictEqual } from "node:util";

import { beforeAll, describe, expect, test } from "vitest";

import { type Answer, header, send } from "../helpers/http/http.ts";
import { sendRaw } from "../helpers/http/raw.ts";
import { SharedCache } from "../helpers/http/shared-cache.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { addToCart, signIn, signUp } from "../helpers/shop/shopper.ts";
import { routeTable } from "../helpers/source/route-table.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

// Caches between the shop and its shoppers, and addresses that try to fool them.

const shop = useSharedShop();
const table = routeTable();
const routes = [...table.matchAll(/route\("([^"*]+)"/g)].map(([, path]) => `/${path}`);
const PAGES = [
  "/",
  ...routes,
  "/order-history?coins=open",
  "/cart?coins=1",
  "/search?q=card",
  "/shopping-cart?product=1",
];
const ADDRESSES = [
  ...PAGES,
  "/_root.data",
  "/order-history.data",
  "/cart.data",
  "/edit-profile.data",
  "/brand.css",
  "/nope",
  "/staff",
  "/media/cards/1.svg",
];

/** A shopper with secrets, which no answer to anybody else may contain. */
type Person = { page: Page; brand: string; cookie: string; secrets: string[] };
let people: Record<"asha" | "bela" | "chitra", Person>;

beforeAll(async () => {
  const person = async (page: Page, brand: string, secrets: string[]): Promise<Person> => {
    const cookie = page.browser.cookies.headerFor(page.url)!;
    const tokens = [...page.browser.cookies.of(page.url).values()]
      .filter(({ name }) => name !== "account_lang")
      .map(({ value }) => value);
    return { page, brand, cookie, secrets: [...secrets, ...tokens] };
  };
  const demo = await signIn(shop(), "aurora");
  const history = await demo.browser.open(shop().url("aurora", "/order-history"));
  const orders = [...new Set(history.text.match(/ORD\d{8,}/g) ?? [])];
  const bela = await signUp(shop(), "aurora");
  await addToCart(bela, "Kettle & Clove", "₹100.00");
  const chitra = await signIn(shop(), "meridian");
  people = {
    asha: await person(demo, "aurora", ["demo@awning.test", ...orders]),
    bela: await person(bela, "aurora", [/shopper-\S+@example\.com/.exec(bela.text)![0]]),
    chitra: await person(chitra, "meridian", []),
  };
});

const found = (answer: Answer, secrets: string[]) => {
  const all = `${answer.text}\n${JSON.stringify(answer.headers)}`;
  return secrets.filter((secret) => all.includes(secret)).map((secret) => `${answer.url}: ${secret}`);
};

test("a shared cache mixes no bytes of two shoppers, a visitor, or another brand [CACHE-03]", async () => {
  const cache = new SharedCache();
  const { asha, bela, chitra } = people;
  const leaks: string[] = [];
  const read = (person: Person, path: string) =>
    cache.send(shop().url(person.brand, path), { headers: { cookie: person.cookie } });
  let shown = 0;
  for (const path of ADDRESSES) {
    shown += found(await read(asha, path), asha.secrets).length;
    leaks.push(...found(await read(bela, path), asha.secrets));
    const visitor = await cache.send(shop().url("aurora", path));
    leaks.push(...found(visitor, [...asha.secrets, ...bela.secrets, "Logout"]));
    // A shopper does not get a page that a visitor left in the cache.
    if (PAGES.includes(path)) {
      const again = await read(asha, path);
      if (/<html/.test(again.text) && again.status === 200 && !/Logout/.test(again.text) && /SIGN IN/.test(again.text))
        leaks.push(`${path}: a visitor's page for a shopper`);
    }
    leaks.push(...found(await read(chitra, path), [...bela.secrets, "Aurora Rewards"]));
  }
  expect(leaks).toEqual([]);
  expect(shown).toBeGreaterThan(5);
  expect(cache.hits).toBeGreaterThan(0);
});

describe("cached pages", () => {
  /** Every parameter that any page of a shop reads. */
  const parameters = new Set(
    globSync("app/**/*.{ts,tsx}").flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\b(?:searchParams|search)\.(?:get|getAll|has)\("(\w+)"\)/g)].map(
        ([, name]) => name!,
      ),
    ),
  );
  const HOSTS = ["aurora.localhost", "localhost"];
  const ask = async (host: string, path: string, cookie = "") => {
    const headers = { "sec-fetch-site": "none", ...(cookie && { cookie }) };
    const answer = await send(`http://${host}:${shop().port}${path}`, { headers });
    const isKept = answer.headers.etag !== undefined;
    // These belong to one request: the nonce, and the id for support.
    const html = answer.text.replace(/ nonce="[^"]*"/g, "").replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "");
    return { isKept, same: { status: answer.status, refresh: answer.headers.refresh, html } };
  };
  const paths = routes.filter((path) => !path.includes(":"));

  test("equal a fresh render, on each hostname, for any parameter [R-08]", async () => {
    expect(parameters).toContain("sent");
    expect(parameters).toContain("price_min");
    const asked = await Promise.all(["/", ...paths].map(async (path) => ({ path, ...(await ask(HOSTS[0]!, path)) })));
    const kept = asked.filter(({ isKept }) => isKept).map(({ path }) => path);
    expect(kept).toEqual(expect.arrayContaining(["/", "/login", "/contact-us", "/terms-conditions"]));

    const differences: string[] = [];
    let hits = 0;
    for (const path of kept) {
      const searches = ["", ...[...parameters].map((name) => `?${name}=2`), "?sent", "?topic=bulk"];
      const found = await Promise.all(
        HOSTS.flatMap((host, at) =>
          searches.slice(0, at === 0 ? undefined : 1).map(async (search) => {
            // A list is kept from the second request on.
            for (const _ of path === "/" ? [1, 2] : [1]) await ask(host, path + search);
            const [now, fresh] = [await ask(host, path + search), await ask(host, path + search, "no_such_cookie=1")];
            if (now.isKept) hits++;
            return isDeepStrictEqual(now.same, fresh.same) && !fresh.isKept ? [] : [host + path + search];
          }),
        ),
      );
      differences.push(...found.flat());
    }
    expect(differences).toEqual([]);
    expect(hits).toBeGreaterThan(20);
  });

  test("show 'Message Sent' to visitors, and the empty form after two seconds [S-06]", async () => {
    const page = await new TextBrowser().open(shop().url("aurora", "/contact-us"));
    const values = { Name: "Asha Rao", Email: "asha@example.com", Message: "Where is my card?" };
    const sent = await page.submit("Send Message", values);
    expect([sent.path, sent.text.includes("Message Sent")]).toEqual(["/contact-us?sent", true]);
    expect(sent.refresh).toEqual({ seconds: 2, url: shop().url("aurora", "/contact-us") });
    const next = await sent.browser.open(sent.refresh!.url);
    expect([next.text.includes("Message Sent"), next.value("Name")]).toEqual([false, ""]);
  });
});

test("control: the same cache mixes shoppers where answers allow it", async () => {
  for (const control of ["public, max-age=60", undefined]) {
    const server = createServer((req, res) => {
      if (control) res.setHeader("Cache-Control", control);
      res.end(`for ${req.headers.cookie}`);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://aurora.localhost:${(server.address() as AddressInfo).port}/`;
    const cache = new SharedCache();
    await cache.send(url, { headers: { cookie: "asha" } });
    expect((await cache.send(url)).text).toBe("for asha");
    expect(cache.hits).toBe(1);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe("addresses that end as a file does", () => {
  const endings = [
    "/x.css",
    "/x.js",
    "/photo.png",
    ";x.css",
    "%2Fx.css",
    "%3Fx.css",
    "%23x.css",
    "%3Bx.css",
    "%00x.css",
  ];
  const more = [".css", "/.css", "%0Ax.css", "/%2e%2e/x.css", "/..%2fx.css", "%252Fx.css"];
  const personal = ["/order-history", "/edit-profile", "/cart", "/profile"];
  const shapes = [
    ...personal.flatMap((page) => [...endings, ...more].map((ending) => page + ending)),
    "/assets/..%2Forder-history",
    "/assets/../order-history",
    "/assets/%2e%2e/order-history",
    "/assets//order-history",
    "/media/..%2forder-history",
    "/brand.css/../order-history",
    "/brand.css%2f..%2forder-history",
    "//order-history/x.css",
    "/x.css/../order-history",
    "/./order-history/x.css",
    "/order-history/x.css?",
  ];

  test.each(shapes)("%s holds nothing of a shopper that a cache may keep [CACHE-04]", async (shape) => {
    const { asha } = people;
    const answer = await sendRaw(
      shop().port,
      `GET ${shape} HTTP/1.1`,
      `Host: aurora.localhost:${shop().port}`,
      `Cookie: ${asha.cookie}`,
      "Connection: close",
      "",
      "",
    );
    const [head = "", body = ""] = answer.split(/\r\n\r\n(.*)/s);
    expect(head).toMatch(/^HTTP\/1\.1 40[034] /);
    expect(head).toMatch(/\r\ncache-control: (private, )?no-store(, no-cache)?\r\n/i);
    expect(asha.secrets.filter((secret) => secret.startsWith("ORD") && body.includes(secret))).toEqual([]);
  });
});

const POISON = {
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
  "x-forwarded-port": "4444",
  "x-forwarded-prefix": "/evil",
  "x-forwarded-scheme": "nothttps",
  "x-forwarded-for": "evil.example",
  "x-host": "evil.example",
  "x-real-ip": "evil.example",
  forwarded: "host=evil.example;proto=https",
  "x-original-url": "/cart",
  "x-rewrite-url": "/cart",
  "x-http-method-override": "POST",
  "x-http-method": "DELETE",
  "x-method-override": "PUT",
  "x-react-router-spa-mode": "yes",
  "x-react-router-prerender-data": encodeURIComponent(JSON.stringify({ root: { data: "evil.example" } })),
  "x-remix-redirect": "https://evil.example",
  "x-single-fetch": "true",
  "x-middleware-subrequest": "evil",
  origin: "https://evil.example",
  referer: "https://evil.example/",
};

/** Without what is another each time. */
const settled = ({ status, headers, text }: Answer) => {
  const { date, "content-security-policy": policy, etag, "content-length": _length, ...rest } = headers;
  const steady = (value: string) =>
    value
      .replaceAll(/(nonce(=|-)|sha256-)"?[\w+/=]+"?/g, "script")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}/g, "request");
  return {
    status,
    headers: { ...rest, policy: steady(String(policy)) },
    text: steady(text),
    hasTag: !!etag,
    dated: !!date,
  };
};

const STEADY = ["/", "/login", "/shopping-cart?product=1", "/privacy", "/brand.css", "/nope", "/cart", "/login.data"];
test.each(STEADY)("%s stays the same for headers that no cache varies on [CACHE-05]", async (path) => {
  const url = shop().url("aurora", path);
  const read = async (headers = {}) =>
    settled(await send(url, { headers: { "upgrade-insecure-requests": "1", ...headers } }));
  const before = await read();
  const poisoned = [];
  for (const [name, value] of Object.entries(POISON)) poisoned.push({ name, ...(await read({ [name]: value })) });
  const after = await read();
  for (const { name, ...answer } of poisoned) {
    const isPlain = [before, after].some((plain) => isDeepStrictEqual(plain, answer));
    expect([name, isPlain ? before : answer]).toEqual([name, before]);
  }
});

const PATHS = PAGES.filter((path) => !path.includes("?") && path !== "/");
test.each(PATHS)("keeps %s in capitals or with more slashes no longer than itself [CACHE-08]", async (path) => {
  const headers = { cookie: people.asha.cookie };
  const shapes = [path.toUpperCase(), `${path}/`, `${path}//`, `/${path}`];
  for (const shape of shapes) {
    const answer = await send(shop().url("aurora", shape), { headers });
    const isElsewhere = answer.status >= 300 && answer.status < 400;
    const leads = isElsewhere ? new URL(header(answer, "location") ?? "", shop().url("aurora")).origin : null;
    expect([shape, header(answer, "cache-control"), leads ?? "here"]).toEqual([
      shape,
      "private, no-store, no-cache",
      leads ? new URL(shop().url("aurora")).origin : "here",
    ]);
  }
});

test("shows cached pages of one brand at no other, however quickly they alternate [TEN-05]", async () => {
  const names = { aurora: "Aurora Rewards", meridian: "Meridian", tamarind: "Tamarind" } as const;
  const brands = Object.keys(names) as (keyof typeof names)[];
  const paths = ["/", "/privacy", "/help-center", "/login", "/manifest.webmanifest", "/sitemap.xml", "/brand.css"];
  const asked = Array.from({ length: 4 }, () =>
    paths.flatMap((path) => brands.map((brand) => ({ brand, path }))),
  ).flat();
  const answers = await Promise.all(
    asked.map(async ({ brand, path }) => ({ brand, path, answer: await send(shop().url(brand, path)) })),
  );
  const styles = new Map<string, string>();
  for (const { brand, path, answer } of answers) {
    expect([brand, path, answer.status]).toEqual([brand, path, 200]);
    const others = brands.filter((other) => other !== brand).map((other) => names[other]);
    expect(others.filter((name) => answer.text.includes(name))).toEqual([]);
    if (path === "/brand.css") {
      expect(styles.get(brand) ?? answer.text).toBe(answer.text);
      styles.set(brand, answer.text);
    } else expect(answer.text.toLowerCase()).toContain(brand);
  }
  expect(new Set(styles.values()).size).toBe(3);
});
