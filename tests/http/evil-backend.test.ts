import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { goldenAnswer } from "../helpers/backend/golden-answers.ts";
import { createRandom, mutate } from "../helpers/backend/mutants.ts";
import { header, send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import { attribute, findAll } from "../helpers/text-browser/html.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

// A broken or hostile backend: its answers never break a page, lead out of the shop, or run in it.

const EVIL = [
  "javascript:alert(1)",
  " javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "vbscript:x",
  "data:text/html,<script>alert(1)</script>",
  "file:///etc/passwd",
  "blob:https://evil.example/1",
  "//evil.example/1",
  "http://evil.example/1",
  "\\\\evil.example\\1",
  "/\\evil.example",
  "ftp://evil.example",
  "x",
];
const CONFIGURED = Array.from({ length: 24 }, (_, index) => `config-${index}`);

let host: ForeignHost;
const shop = useShop(async () => {
  host = await new ForeignHost({ links: "redirect_url" }).start();
  const brand = {
    api: { url: host.url },
    redirectOrigins: ["https://pay.foreign.example"],
    branding: { organization_name: "Steady", email: "help@steady.example" },
  };
  const names = ["evil", "drawn", ...CONFIGURED, ...EVIL.map((_, index) => `evil-${index}`)];
  return { tenants: Object.fromEntries(names.map((name) => [name, brand])), env: { COMMERCE_API_PORT: "0" } };
});
afterEach(() => host.heal());
afterAll(() => host[Symbol.asyncDispose]());

const LOGIN = { "Email or phone": "9876543210", Password: "Foreign@1" };
const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);
const visit = (path: string, brand = "evil") => new TextBrowser().open(shop().url(brand, path));

/** Every address that the page links to or loads. */
const addressesOf = (page: Page) =>
  findAll(page.tree, () => true).flatMap((element) =>
    ["href", "src", "srcset", "action", "formaction", "poster", "data-href", "content"].flatMap((name) => {
      const value = attribute(element, name);
      return value === undefined ? [] : [value];
    }),
  );
const evilIn = (page: Page) =>
  addressesOf(page).filter((value) =>
    /^\s*(javascript|java\nscript|vbscript|data:text|file|blob|ftp|http:)|evil\.example/i.test(
      value.replace(new URL(page.url).origin, ""),
    ),
  );

describe("answers with mistakes", () => {
  const CALLS: [call: string, golden: string, paths: string[]][] = [
    ["GET /products/", "products", ["/?price_min=", "/?category=c1&price_min="]],
    ["GET /products/sort/", "sorted products", ["/?sort=price_low_high&price_min="]],
    [
      "GET /search/",
      "search",
      ["/search?q=card", "/suggest?q=card", "/shopping-cart?name=Card&product=7&denomination="],
    ],
    ["GET /user-data/", "user", ["/privacy?", "/edit-profile?", "/redeem-voucher?", "/profile?"]],
    ["GET /edit-profile/", "profile", ["/edit-profile?"]],
    ["GET /cart/", "cart", ["/cart?", "/cart?coins=1&", "/privacy?"]],
    ["GET /order-history/", "order history", ["/order-history?open=o1&", "/payment-success?orderid=o1&"]],
    ["GET /coins-history", "coin history", ["/order-history?coins=open&", "/order-history?coins=open&sort=amount&"]],
    [
      "GET /order-status/",
      "order",
      ["/payment?orderid=9&", "/verify-details?orderid=9&", "/payment-success?orderid=9&"],
    ],
    ["GET /place-order/", "order", ["/order-state?orderid=9&"]],
    ["GET /order-receipt/", "receipt", ["/receipt?orderid=9&"]],
    ["GET /user/sessions/", "sessions", ["/sessions?"]],
  ];
  const isBroken = (status: number, text: string) =>
    status === 500 || /Oops! Something went wrong|class="late"|\.tsx?:\d+/.test(text);

  test.each(CALLS)("%s: no mutant of %j breaks a page [SSR-04]", async (call, golden, paths) => {
    const home = await signIn(shop(), "evil", LOGIN);
    const cookie = home.browser.cookies.headerFor(home.url)!;
    const random = createRandom(11);
    const logged = shop().log.length;
    let body: unknown;
    host.answer(call, () => ({ status: 200, body: typeof body === "string" ? JSON.stringify(body) : body }));
    const broken: unknown[] = [];
    for (let round = 0; round < 30; round++) {
      body = mutate(goldenAnswer(golden), random);
      const path = `${paths[round % paths.length]}${round}`;
      const answer = await send(shop().url("evil", path), { headers: { cookie } });
      if (isBroken(answer.status, answer.text))
        broken.push([path, answer.status, JSON.stringify(body).slice(0, 2_000)]);
    }
    expect(broken).toEqual([]);
    expect(shop().log.slice(logged)).not.toMatch(/render failed|request failed|"level":60/);
  });

  test("no mutant of a configuration or of the categories breaks a page [SSR-04]", async () => {
    const random = createRandom(13);
    host.answer("GET /configurator/", () => ({
      status: 200,
      body: mutate(goldenAnswer("configuration"), random) ?? null,
    }));
    host.answer("GET /home/", () => ({ status: 200, body: mutate(goldenAnswer("home"), random) ?? null }));
    for (const brand of CONFIGURED) {
      for (const path of ["/", "/contact-us", "/help-center", "/brand.css", "/manifest.webmanifest"]) {
        const answer = await send(shop().url(brand, path));
        expect([brand, path, isBroken(answer.status, answer.text)]).toEqual([brand, path, false]);
      }
    }
    expect(shop().log).not.toMatch(/render failed|request failed|page not kept/);
  });
});

describe("addresses from a backend", () => {
  test("are neither linked nor loaded when hostile in vouchers, pictures, carts and orders [RED-05]", async () => {
    const [product] = goldenAnswer("search");
    const [line] = goldenAnswer("cart");
    const [order] = goldenAnswer("order history");
    const home = await signIn(shop(), "evil", LOGIN);
    host.answer("GET /search/", () => ({
      status: 200,
      body: EVIL.map((image_url, id) => ({ ...product, id, image_url })),
    }));
    host.answer("GET /cart/", () => ({
      status: 200,
      body: EVIL.map((image_url, id) => ({ ...line, id, product: { ...line.product, image_url } })),
    }));
    const vouchers = EVIL.map((claim_url, index) => ({ card_number: `CARD-${index}`, pin_code: "1", claim_url }));
    const items = EVIL.map((image_url) => ({ ...order.items[0], image_url }));
    host.answer("GET /order-history/", () => ({ status: 200, body: [{ ...order, vouchers, items }] }));
    for (const path of ["/search?q=card", "/cart", "/order-history"]) {
      const page = await open(home, path);
      expect([path, page.status, evilIn(page)]).toEqual([path, 200, []]);
    }
    const history = await open(home, "/order-history");
    expect(history.text.match(/No claim URL available/g)).toHaveLength(EVIL.length);

    const good = { card_number: "CARD-G", pin_code: "1", claim_url: "https://claim.example/1" };
    host.answer("GET /order-history/", () => ({ status: 200, body: [{ ...order, vouchers: [good] }] }));
    const claim = findAll(
      (await open(home, "/order-history")).tree,
      (one) => attribute(one, "href") === good.claim_url,
    );
    expect(claim.map((link) => attribute(link, "rel"))).toEqual(["noopener noreferrer"]);
  });

  test("are checked for the brand's site, logo, e-mail and map [RED-05] [INJ-06]", async () => {
    for (const [index, evil] of EVIL.entries()) {
      const address = `1 Road"><img src=${evil}>&q=evil?a#b`;
      const email = `a@b.test?bcc=evil@evil.example&body=${evil}`;
      host.answer("GET /configurator/", () => ({
        status: 200,
        body: { website_url: evil, websiteUrl: evil, logo_url: evil, email, address },
      }));
      for (const path of ["/contact-us", "/help-center", "/privacy"]) {
        const page = await visit(path, `evil-${index}`);
        expect([evil, path, evilIn(page).filter((value) => !value.startsWith("geo:"))]).toEqual([evil, path, []]);
        const [mail] = addressesOf(page).filter((value) => value.startsWith("mailto:"));
        expect(mail).toBe("mailto:help@steady.example");
      }
      const map = addressesOf(await visit("/contact-us", `evil-${index}`)).filter((value) => value.startsWith("geo:"));
      expect(map).toEqual([`geo:0,0?q=${encodeURIComponent(address.trim())}`]);
    }
  });

  test("never load a part of a page from another site [INJ-06]", async () => {
    const page = await send(shop().url("evil", "/contact-us"));
    expect(header(page, "content-security-policy")).toMatch(/default-src 'none'/);
    expect(header(page, "content-security-policy")).not.toMatch(/frame-src|child-src|worker-src/);
    expect(page.text).not.toMatch(/<(iframe|frame|object|embed)\b/i);
  });
});

test("keeps a name's text direction within the name [INP-07]", async () => {
  const username = "\u202eאשה";
  const home = await signIn(shop(), "evil", LOGIN);
  host.answer("GET /user-data/", () => ({ status: 200, body: { ...goldenAnswer("user"), username } }));
  host.answer("GET /order-status/", () => ({
    status: 200,
    body: { ...goldenAnswer("order"), expires_at: null, user: { username } },
  }));
  host.answer("GET /order-receipt/", () => ({ status: 200, body: { ...goldenAnswer("receipt"), user: { username } } }));
  const [record] = goldenAnswer("coin history").coins;
  host.answer("GET /coins-history", () => ({ status: 200, body: { coins: [{ ...record, user: { username } }] } }));
  for (const path of ["/privacy", "/verify-details?orderid=9", "/receipt?orderid=9", "/order-history?coins=open"]) {
    const page = await open(home, path);
    const names = page.answer.text.split(username).slice(1).length;
    const apart = page.answer.text.split(`<bdi>${username}</bdi>`).slice(1).length;
    expect([path, names > 0, apart]).toEqual([path, true, names]);
  }
});

test("serves a drawing with a script as a picture, and runs nothing when it is opened alone [INJ-07]", async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><script>alert("drawn")</script></svg>`;
  for (const name of ["logo.svg", "banner.svg", "favicon.svg"])
    writeFileSync(join(shop().tenantsDir, "drawn", name), drawing);
  host.answer("GET /configurator/", () => ({ status: 200, body: { logo_url: "/media/brand/logo.svg" } }));
  const page = await visit("/", "drawn");
  expect(page.answer.text).not.toContain("drawn&quot;");
  expect(page.answer.text).not.toMatch(/alert\(|onload=/);
  const uses = findAll(page.tree, (one) => /logo\.svg/.test(`${attribute(one, "src")} ${attribute(one, "data")}`));
  expect(uses.map(({ name }) => name)).toEqual(uses.map(() => "img"));
  expect(uses.length).toBeGreaterThan(0);
  for (const name of ["logo.svg", "banner.svg", "favicon.svg"]) {
    const alone = await send(shop().url("drawn", `/media/brand/${name}`));
    expect([name, alone.status, header(alone, "content-type")]).toEqual([name, 200, "image/svg+xml; charset=utf-8"]);
    expect(header(alone, "content-security-policy")).toMatch(/^default-src 'none';.*sandbox/);
    expect(header(alone, "x-content-type-options")).toBe("nosniff");
  }
});

describe("the log", () => {
  const linesSince = (at: number) => shop().log.slice(at).split("\n").filter(Boolean);

  test("has no line that a visitor or backend forged [INJ-06]", async () => {
    const at = shop().log.length;
    const forged = `\r\n{"level":60,"msg":"forged"}\r\n\u001b[31mred\u0007`;
    const home = await signIn(shop(), "evil", LOGIN);
    host.fail("GET /order-history/", 500, { detail: forged });
    host.fail("POST /user/login/", 400, { detail: forged, error: forged });
    await open(home, "/order-history");
    await (await visit("/login")).submit("Login", { "Email or phone": "9876543210", Password: forged });
    for (const path of [`/${encodeURIComponent(forged)}`, `/search?q=${encodeURIComponent(forged)}`, "/%1b%5b31m"]) {
      const headers = { "user-agent": "\u009b31mred", referer: "http://x/%0d%0aforged", "x-request-id": "forged" };
      await send(shop().url("evil", path), { headers });
    }
    await waitUntil(() => linesSince(at).filter((line) => line.includes('"method"')).length >= 5);
    for (const line of linesSince(at)) {
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.not.stringContaining("forged") });
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    }
  });

  test("has one line without a stack for each unknown address or malformed request [SSR-12]", async () => {
    await send(shop().url("evil", "/begin"));
    await waitUntil(() => /"\/begin".*\n/.test(shop().log));
    const at = shop().log.length;
    const origin = new URL(shop().url("evil")).origin;
    const form = { origin, "content-type": "application/x-www-form-urlencoded" };
    const wrong: [number, string, object?][] = [
      [404, "/nope"],
      [404, "/wp-admin/setup.php"],
      [404, "/nope.data"],
      [404, "/.env"],
      [404, "/assets/gone.js"],
      [404, "/media/brand/gone.png"],
      [405, "/privacy", { method: "POST", headers: form, body: "a=1" }],
      [405, "/help-center", { method: "PUT", headers: form, body: "a=1" }],
      ...["OPTIONS", "PATCH", "DELETE"].map((method): [number, string, object] => [
        405,
        "/",
        { method, headers: form },
      ]),
      [403, "/login", { method: "POST", headers: { ...form, origin: "https://evil.example" }, body: "a=1" }],
    ];
    for (const [status, path, sending] of wrong) {
      const answer = await send(shop().url("evil", path), sending);
      expect([path, answer.status]).toEqual([path, status]);
      expect([path, answer.headers.allow]).toEqual([path, status === 405 ? expect.stringContaining("GET") : undefined]);
      expect(answer.text).not.toMatch(/node_modules|at .*\.[jt]sx?:\d+|no route matches|React Router/i);
    }
    const paths = wrong.map(([, path]) => path);
    await waitUntil(() => linesSince(at).some((line) => /"path":"\/login".*"res"/.test(line)));
    const lines = linesSince(at).map((line) => JSON.parse(line));
    expect(lines.filter(({ res }) => res).map(({ req }) => req.path)).toEqual(paths);
    // The additional line reports a refused change from another site.
    expect(lines).toHaveLength(wrong.length + 1);
    expect(lines.filter(({ err, level }) => err || level >= 50)).toEqual([]);
  });
});

test("links to an external payment from the shop's own page, and redirects no form to it [RED-07]", async () => {
  const cart = await addToCart(await signIn(shop(), "evil", LOGIN), "Foreign Card 1");
  const screen = await cart.submit("Proceed to Checkout");
  const terms = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
  const waiting = await screen.submit("Continue to payment", { [terms]: true });
  expect(waiting.href("Continue to payment")).toMatch(/^https:\/\/pay\.foreign\.example\//);
  const own = new URL(shop().url("evil")).origin;
  const answers = waiting.browser.answers.filter(({ headers }) => headers.location);
  expect(answers.length).toBeGreaterThan(2);
  const led = answers.map((answer) => new URL(header(answer, "location")!, answer.url).origin);
  expect(led).toEqual(led.map(() => own));
  expect(header(screen.answer, "content-security-policy")).toContain("form-action 'self'");
});
