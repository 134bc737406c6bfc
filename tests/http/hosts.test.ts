import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import { header, send } from "../helpers/http/http.ts";
import { sendRaw } from "../helpers/http/raw.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";

const shop = useSharedShop();
const get = (host: string | null, target = "/", ...headers: string[]) =>
  sendRaw(
    shop().port,
    `GET ${target} HTTP/1.1`,
    ...(host === null ? [] : [`Host: ${host}`]),
    "Connection: close",
    ...headers,
    "",
    "",
  );
const hash = (text: string) => createHash("sha256").update(text).digest("base64");
const statusOf = (answer: string) => Number(answer.split(" ")[1]);

/** Whatever names a brand, from its id to the words of its pages. */
const BRANDS = /aurora|tamarind|meridian|gift|voucher/i;

const MALFORMED = [
  "",
  " ",
  "a b",
  ".",
  "..",
  "-",
  "a..b",
  "%",
  "a%00b",
  "a\tb",
  "aurora_.localhost",
  "-a.localhost",
  "a-.localhost",
  "[::1]",
  "[::1",
  "::1",
  "0x7f.1",
  "127.1",
  "256.1.1.1",
  "1.2.3.4.5",
  "exa%6Dple.com",
  "user@aurora.localhost",
  "aurora.localhost:99999",
  "aurora.localhost:",
  "aurora.localhost:x",
  "aurora.localhost:80:80",
  "aurora.localhost:-1",
  "aurora.localhost/x",
  "aurora.localhost?x",
  "aurora.localhost#x",
  "http://aurora.localhost",
  "aurora.localhost,b",
  "aurora\\localhost",
  "<script>",
  "\u00e9.localhost",
  `${"a".repeat(64)}.localhost`,
  `${"a.".repeat(130)}localhost`,
];

describe("hostnames", () => {
  test.each(["aurora", "tamarind", "meridian"])("serve %s.localhost as its own brand [B-03]", async (brand) => {
    const page = await send(shop().url(brand));
    expect(page.status).toBe(200);
    expect(page.text.match(/<title>[^<]*/)?.[0].toLowerCase()).toContain(brand);
  });

  test.each(["localhost", "127.0.0.1", "AURORA.localhost", "aurora.localhost."])(
    "serve the first brand at %s",
    async (host) => {
      const answer = await get(`${host}:${shop().port}`);
      expect(statusOf(answer)).toBe(200);
      expect(answer).toContain("Aurora");
    },
  );

  test.each(["shop.example", "evil.localhost", "aurora.localhost.evil.example", "127.0.0.2", "a"])(
    "answer 421 for %s, and show nothing of any brand [TEN-07] [B-03]",
    async (host) => {
      const answer = await get(host);
      expect(statusOf(answer)).toBe(421);
      expect(answer).not.toMatch(BRANDS);
      expect(answer.toLowerCase()).not.toContain("set-cookie");
    },
  );

  test.each(MALFORMED)("answer 400 in one line for the malformed %j, without an alarm [HOST-02]", async (host) => {
    const logged = shop().log.length;
    const answer = await get(host);
    expect(statusOf(answer)).toBe(400);
    expect(answer).toMatch(/\r\n\r\n(\S.*\n)?$/);
    expect(answer).not.toMatch(/at .*\.(js|ts):\d+/);
    expect(shop().log.slice(logged)).not.toMatch(/"level":[456]0/);
  });

  test("answer 400 for no hostname, two of them, or one in the target [HOST-07]", async () => {
    expect(statusOf(await get(null))).toBe(400);
    expect(statusOf(await get("aurora.localhost", "/", "Host: tamarind.localhost"))).toBe(400);
    expect(statusOf(await get("aurora.localhost", "http://tamarind.localhost/"))).toBe(400);
  });

  const AROUND = [
    "/media/../../meridian/home/",
    "/media/%2e%2e/%2E%2e/meridian/home/",
    "/media/.%2e/../meridian/home/",
    "/sandbox/..\\..\\meridian/home/",
    "/media/../../healthz",
    "/media/brand/../tenant.json",
    "/./media/1.svg",
    "/..",
  ];
  test.each(AROUND)("answer 400 for %s, since no path leads around the brand [TEN-07]", async (path) => {
    const answer = await get("aurora.localhost", path);
    expect(statusOf(answer)).toBe(400);
    expect(answer).not.toMatch(BRANDS);
  });

  test("accept a path or query that contains dots", async () => {
    for (const path of ["/nope/...", "/nope/.well-known", "/nope/a..b", "/nope?returnTo=/../x"]) {
      expect([path, statusOf(await get("aurora.localhost", path))]).toEqual([path, 404]);
    }
  });

  test("ignore an untrusted peer's claims about itself [HOST-03]", async () => {
    const claims = [
      "X-Forwarded-Host: tamarind.localhost:9999",
      "X-Forwarded-Proto: https",
      "Forwarded: host=evil.example",
      "X-Real-IP: 10.0.0.1",
    ];
    const answer = await get(`aurora.localhost:${shop().port}`, "/order-history", ...claims);
    expect(statusOf(answer)).toBe(302);
    expect(answer).not.toMatch(/tamarind|9999|evil|__Host-/);
    expect(answer.toLowerCase()).not.toContain("strict-transport-security");
  });
});

describe("health", () => {
  test.each(["/healthz", "/readyz"])("answers %s under any hostname and reveals nothing [OPS-09]", async (path) => {
    for (const host of ["aurora.localhost", "nobody.example", "a b"]) {
      const answer = await get(host, path);
      expect(statusOf(answer)).toBe(200);
      expect(answer).not.toMatch(BRANDS);
      expect(answer.toLowerCase()).toContain("cache-control: no-store");
    }
  });
});

describe("headers", () => {
  test("forbid framing of every page, file and error [CSRF-06]", async () => {
    for (const path of ["/", "/login", "/nope", "/brand.css", "/assets/nope.js", "/%", "/order-history"]) {
      const answer = await send(shop().url("aurora", path));
      expect([path, header(answer, "x-frame-options")]).toEqual([path, "DENY"]);
    }
    expect((await get("nobody.example")).toLowerCase()).toContain("x-frame-options: deny");
  });

  test("allow in the content policy only what the page contains [INJ-04]", async () => {
    // A page made for this visitor has a nonce, one that is kept for all names its scripts by hash.
    for (const path of ["/", "/signup", "/search?q=gift", "/login?returnTo=%2Fcart"]) {
      const page = await send(shop().url("aurora", path));
      const policy = header(page, "content-security-policy")!;
      expect(policy).toMatch(/default-src 'none'/);
      expect(policy).not.toMatch(/unsafe-|\*|http:/);
      expect(page.text).not.toMatch(/\sstyle="|\son[a-z]+="/);
      const [, nonce] = policy.match(/'nonce-([^']+)'/) ?? [];
      const isAllowed = (attributes: string, code: string) =>
        nonce ? attributes.includes(`nonce="${nonce}"`) : policy.includes(`'sha256-${hash(code)}'`);
      const inline = [...page.text.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([^]*?)<\/script>/g)];
      // Blocks of data are not run, so the policy requires no nonce for them.
      const run = inline.filter(([, attributes]) => attributes !== ' type="application/ld+json"');
      expect([path, run.filter(([, attributes = "", code = ""]) => !isAllowed(attributes, code))]).toEqual([path, []]);
    }
  });

  test("name one Cache-Control each, and keep nothing with a session [CACHE-01] [CACHE-02]", async () => {
    const anonymous = await send(shop().url("aurora"));
    expect(header(anonymous, "cache-control")).toBe("public, no-cache");
    expect(header(await send(shop().url("aurora", "/?price_max=7700")), "cache-control")).toBe("private, no-cache");
    const cookie = "access_token=whatever-it-is";
    for (const path of ["/", "/login", "/nope", "/order-history", "/privacy"]) {
      const answer = await send(shop().url("aurora", path), { headers: { cookie } });
      expect([path, header(answer, "cache-control")]).toEqual([path, "private, no-store, no-cache"]);
      expect([answer.headers.vary].flat().join()).toContain("Cookie");
    }
    expect(header(await send(shop().url("aurora", "/nope")), "cache-control")).toBe("private, no-store, no-cache");
  });

  test("close the routes' manifest, and a missing asset is not a page [CACHE-06] [CACHE-07]", async () => {
    expect((await send(shop().url("aurora", "/__manifest?p=/&version=1"))).status).toBe(404);
    const missing = await send(shop().url("aurora", "/assets/gone-abc123.js"));
    expect(missing.status).toBe(404);
    expect(header(missing, "content-type")).not.toContain("html");
    expect(header(missing, "cache-control")).toMatch(/no-store/);
  });
});
