import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { Registry } from "prom-client";
import { request } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createPageCache } from "#app/http/page-cache.server.ts";
import { readRouteHandles } from "#app/http/route-handles.server.ts";
import { catalogueHref, parseProductQuery } from "#app/routes/catalogue/product-query.ts";

import { type Tenant, TenantSchema } from "../../../../config/brand/schema.ts";
import { languages } from "../../../../config/language/current.ts";
import { routesWith } from "../../../helpers/storefront/route.ts";
import { waitUntil } from "../../../helpers/waiting/patience.ts";

const tenantOf = (id: string): Tenant => TenantSchema.parse({ id, hostnames: [`${id}.localhost`] });

const keptHref = (search: URLSearchParams) => catalogueHref(parseProductQuery(search));

const english = languages.get("en")!;
let clock = 0;
let tenants: Record<string, Tenant> = {};
let rendered: string[] = [];
let render: (id: string, path: string, nonce: string) => ReturnType<Parameters<typeof createPageCache>[0]["render"]>;
let server: ReturnType<typeof createServer>;
let cache: ReturnType<typeof createPageCache>;
let registry: Registry;
let errors: unknown[] = [];
let versions: Record<string, string> = {};
let maxBytes = 1024 * 1024;

const page = (text: string, status = 200, headers = {}) => ({
  status,
  headers: new Headers({ "Content-Type": "text/html; charset=utf-8", ...headers }),
  html: Buffer.from(text),
});

beforeEach(async () => {
  [clock, rendered, errors, versions, maxBytes] = [1_000_000, [], [], {}, 1024 * 1024];
  tenants = { aurora: tenantOf("aurora"), meridian: tenantOf("meridian") };
  render = async (id, path) => page(`${id} ${path} ${rendered.length}`);
  await listen();
});
afterEach(() => server.close());

async function listen() {
  registry = new Registry();
  cache = createPageCache({
    maxBytes,
    kept: readRouteHandles(routesWith({ "": { keep: "for everybody", keptHref }, login: { keep: "for visitors" } }))
      .kept,
    registry,
    render({ tenant }, path, nonce) {
      rendered.push(`${tenant.id} ${path}`);
      return render(tenant.id, path, nonce);
    },
    onError: (error) => errors.push(error),
    versionOf: (id) => versions[id],
    now: () => clock,
  });
  server = createServer((req, res) => {
    const tenant = tenants[req.headers.host!.split(".")[0]!]!;
    req.site = { tenant, origin: `http://${req.headers.host}`, isSecure: false };
    req.language = languages.get(String(req.headers["accept-language"] ?? "en"))!;
    if (req.headers["x-chosen"] !== undefined) res.setHeader("Set-Cookie", "lang=hi");
    cache.serve(req, res, () => res.end("passed on"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
}

async function get(path: string, { id = "aurora", method = "GET", ...headers }: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const answer = await request(`http://127.0.0.1:${port}${path}`, {
    method: method as "GET",
    headers: { host: `${id}.localhost`, ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) };
}
const text = async (...call: Parameters<typeof get>) => (await get(...call)).body.toString();
/** The headers without their date, which differs if a second ends between two answers. */
const undated = ({ headers: { date, ...headers } }: Awaited<ReturnType<typeof get>>) => {
  expect(date).toBeDefined();
  return headers;
};

async function outcomes() {
  const [metric] = await registry.getMetricsAsJSON();
  return metric!.values.map(({ labels, value }) => `${labels.tenant} ${labels.outcome} ${value}`);
}

describe("a shell for shoppers", () => {
  const shopper = { "sec-fetch-site": "none", cookie: "access_token=x" };
  const find = (url: string, { method = "GET", id = "aurora", ...headers }: Record<string, string> = {}) => {
    const site = { tenant: tenants[id]!, origin: `http://${id}.localhost`, isSecure: false };
    return cache.find({ method, url, headers, site, language: english } as never);
  };
  const pieces = (page: ReturnType<typeof find>) => page?.shell.pieces.map(({ plain }) => plain.toString());

  test("is made when it is first wanted, without the shopper", async () => {
    render = async (_id, _path, secret) => page(`<p>Tea</p><template id="${secret}-account"></template>`);
    expect(find("/", shopper)).toBeNull();
    await expect.poll(() => pieces(find("/", shopper))).toEqual(["<p>Tea</p>", ""]);
    expect(rendered).toEqual(["aurora /"]);
    expect(await text("/")).toMatch(/^<p>Tea<\/p><div class="account">.*SIGN IN/s);
  });

  test("is not sent if signed-in shoppers see another page", async () => {
    render = async () => ({ ...page("Sold out"), isForVisitors: true });
    expect(await text("/")).toBe("Sold out");
    expect(find("/", shopper)).toBeNull();
    expect(await text("/")).toBe("Sold out");
    expect(rendered).toEqual(["aurora /"]);
  });

  test("is the page of one tenant", async () => {
    await text("/");
    expect(pieces(find("/", shopper))).toEqual(["aurora / 1"]);
    expect(find("/", { ...shopper, id: "meridian" })).toBeNull();
  });

  test("is not used for visitors' pages, other methods and paths, or text browsers, whose forms need a proof", async () => {
    await Promise.all([text("/"), text("/login")]);
    expect(find("/login", shopper)).toBeNull();
    expect(find("/", { ...shopper, method: "POST" })).toBeNull();
    expect(find("/nope", shopper)).toBeNull();
    expect(find("/", { cookie: "access_token=x" })).toBeNull();
    expect(find("/", shopper)).not.toBeNull();
  });
});

describe("a cached page", () => {
  test.each(["identity", "gzip", "br"])(
    "owns its memory instead of a slice of a larger buffer: %s",
    async (encoding) => {
      const site = { tenant: tenants.aurora!, origin: "http://aurora.localhost", isSecure: false };
      const req = { method: "GET", url: "/", headers: { "accept-encoding": encoding }, site, language: english };
      const body = await new Promise<Buffer>((end, reject) => {
        const res = { hasHeader: () => false, writeHead: () => res, end };
        cache.serve(req as never, res as never, () => reject(new Error("passed on")));
      });
      expect(body.buffer.byteLength).toBe(body.length);
    },
  );

  test("counts the outcome of each request by brand", async () => {
    for (const path of ["/", "/", "/search?q=tea"]) await text(path);
    await text("/", { id: "meridian" });
    clock += 5_000;
    await text("/");
    expect(await outcomes()).toEqual([
      "aurora hit 1",
      "aurora stale 1",
      "aurora miss 1",
      "meridian hit 0",
      "meridian stale 0",
      "meridian miss 1",
    ]);
  });

  test("is rendered once for all who come within five seconds", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => text("/")));
    clock += 4_999;
    answers.push(await text("/"));
    expect(new Set(answers)).toEqual(new Set(["aurora / 1"]));
    expect(rendered).toEqual(["aurora /"]);
  });

  test("is sent while the next one renders, unless it is older than a minute", async () => {
    expect(await text("/")).toBe("aurora / 1");
    clock += 5_000;
    expect(await Promise.all([text("/"), text("/")])).toEqual(["aurora / 1", "aurora / 1"]);
    await expect.poll(() => text("/")).toBe("aurora / 2");
    expect(rendered).toHaveLength(2);
    clock += 65_001;
    expect(await text("/")).toBe("aurora / 3");
  });

  test("belongs to one tenant, and goes when the tenant is read again [TEN-05]", async () => {
    expect(await Promise.all([text("/login"), text("/login", { id: "meridian" })])).toEqual([
      expect.stringMatching("aurora /login"),
      expect.stringMatching("meridian /login"),
    ]);
    expect(rendered).toHaveLength(2);
    tenants.aurora = tenantOf("aurora");
    expect(await text("/login")).toBe("aurora /login 3");
    expect(await text("/login", { id: "meridian" })).toMatch("meridian /login");
    expect(rendered).toHaveLength(3);
  });

  test("does not return while new pages of a tenant that was read again cannot be rendered [TEN-05]", async () => {
    await text("/login");
    tenants.aurora = tenantOf("aurora");
    render = async () => page("oh no", 500);
    expect([await text("/login"), await text("/login")]).toEqual(["passed on", "passed on"]);
  });

  test("is rendered again at once when its brand's version changes, and no other brand's page", async () => {
    await Promise.all([text("/login"), text("/login", { id: "meridian" })]);
    versions.aurora = "2";
    expect(await text("/login")).toBe("aurora /login 3");
    expect(await text("/login")).toBe("aurora /login 3");
    expect(await text("/login", { id: "meridian" })).toBe("meridian /login 2");
    expect(await outcomes()).toEqual([
      "aurora hit 1",
      "aurora stale 0",
      "aurora miss 2",
      "meridian hit 1",
      "meridian stale 0",
      "meridian miss 1",
    ]);
  });

  test("is not cached as new if its brand's version changed while it was rendered", async () => {
    const old = Promise.withResolvers<void>();
    render = async (id, path) => {
      const text = `${path} of version ${versions[id]}`;
      await (versions[id] === undefined && old.promise);
      return page(text);
    };
    const first = text("/login");
    await waitUntil(() => rendered.length === 1);
    versions.aurora = "2";
    expect(await text("/login")).toBe("/login of version 2");
    old.resolve();
    expect(await first).toBe("/login of version undefined");
    expect(await text("/login")).toBe("/login of version 2");
    expect(rendered).toHaveLength(2);
  });

  test("stays while a failing backend cannot show the change", async () => {
    await text("/login");
    versions.aurora = "2";
    render = async () => page("oh no", 503);
    expect([await text("/login"), await text("/login")]).toEqual(["aurora /login 1", "aurora /login 1"]);
    clock += 5_000;
    render = async () => page("as new");
    await text("/login");
    await waitUntil(async () => (await text("/login")) === "as new");
    render = async () => page("gone", 404);
    versions.aurora = "3";
    expect([await text("/login"), await text("/login")]).toEqual(["passed on", "passed on"]);
  });

  test("of a filtered list is kept from the second request within a minute", async () => {
    expect(await text("/?page=2")).toBe("passed on");
    expect(await text("/?page=3", { id: "meridian" })).toBe("passed on");
    expect(await text("/?page=2", { id: "meridian" })).toBe("passed on");
    expect(rendered).toEqual([]);
    clock += 64_999;
    expect(await text("/?page=2")).toBe("aurora /?page=2 1");
    expect(await text("/?page=2")).toBe("aurora /?page=2 1");
    expect(rendered).toHaveLength(1);
    clock += 65_000;
    expect(await text("/?page=2")).toBe("passed on");
    expect(await text("/?page=2")).toBe("aurora /?page=2 2");
    expect(await outcomes()).toContain("aurora miss 4");
  });

  test("remembers single requests for at most a few thousand lists", async () => {
    const serve = (url: string) =>
      new Promise((resolve) => {
        const site = { tenant: tenants.aurora!, origin: "http://aurora.localhost", isSecure: false };
        const res = { hasHeader: () => false, writeHead: () => ({ end: () => resolve("kept") }) };
        const req = { method: "GET", url, headers: {}, site, language: english };
        cache.serve(req as never, res as never, () => resolve("passed on"));
      });
    for (let at = 2; at < 6_002; at++) await serve(`/?page=${at}`);
    expect(rendered).toEqual([]);
    expect(await serve("/?page=6001")).toBe("kept");
    expect(await serve("/?page=2")).toBe("passed on");
  });

  test("belongs to one language, and to nobody who chooses one with this answer", async () => {
    const kept = async (language: string) => [await text("/", { "accept-language": language }), await text("/")][0];
    const [english, hindi] = [await kept("en"), await kept("hi")];
    expect(hindi).not.toBe(english);
    expect([await kept("en"), await kept("hi")]).toEqual([english, hindi]);
    expect(await text("/", { "x-chosen": "hi" })).toBe("passed on");
  });

  test("belongs to one hostname of a brand, since it contains the origin", async () => {
    const kept = async (host: string) => [await text("/login", { host }), await text("/login", { host })][1];
    expect(await kept("aurora.localhost:8443")).not.toBe(await kept("aurora.localhost"));
  });

  test("is the same for parameters in another order, repeated, or unknown", async () => {
    expect(await text("/?page=2&category=3")).toBe("passed on");
    await text("/?category=3&page=2&utm_source=mail");
    await text("/?category=3&category=4&page=02");
    expect(rendered).toEqual(["aurora /?category=3&page=2"]);
  });

  test.each([
    ["/search?q=book"],
    ["/shopping-cart?product=1"],
    ["/login?returnTo=%2Fcart"],
    ["/redeem-voucher?code=A"],
    ["/contact-us?sent"],
    ["/terms-conditions?whatever"],
    ["/nope"],
    ["/login/"],
    ["/LOGIN"],
    ["/login.data"],
    ["//login"],
    ["/constructor"],
  ])("is not made for %s", async (path) => {
    expect(await text(path)).toBe("passed on");
    expect(rendered).toEqual([]);
  });

  test("is not sent to a request with a cookie of the shop or another method, except for the cookie for running scripts", async () => {
    await text("/");
    expect(await text("/", { cookie: "access_token=abc; js=1" })).toBe("passed on");
    expect(await text("/", { cookie: "flash=x" })).toBe("passed on");
    expect(await text("/", { method: "POST" })).toBe("passed on");
    expect(await text("/", { cookie: "js=1" })).toBe("aurora / 1");
    expect(await text("/", { cookie: "__Host-js=1" })).toBe("aurora / 1");
    expect(await text("/", { cookie: "other_js=1" })).toBe("passed on");
  });

  test.each(["device", "__Host-device"])("is sent to a signed-out shopper with a known device (%s)", async (name) => {
    const cookie = `${name}=${"d".repeat(43)}`;
    expect(await text("/", { cookie })).toBe("aurora / 1");
    const [kept, plain] = [await get("/", { cookie: `${cookie}; js=1` }), await get("/")];
    expect([kept.body.toString(), undated(kept)]).toEqual(["aurora / 1", undated(plain)]);
    expect(rendered).toHaveLength(1);
    expect(await text("/", { cookie: `${cookie}; access_token=abc` })).toBe("passed on");
    expect(await text("/", { cookie: `other_${cookie}` })).toBe("passed on");
  });

  test("is not shared if a form needs a proof for its browser, and is shared otherwise", async () => {
    render = async (_id, path) => page(path === "/" ? '<form action="/search">' : '<form id="f" method="post">');
    const asGraphical = { "sec-fetch-site": "none" };
    expect(await text("/login")).toBe("passed on");
    expect(await text("/login", asGraphical)).toBe('<form id="f" method="post">');
    expect(await text("/login", { "upgrade-insecure-requests": "1" })).toBe('<form id="f" method="post">');
    const { headers } = await get("/login", asGraphical);
    expect(await text("/login", { "if-none-match": headers.etag as string })).toBe("passed on");
    expect([await text("/"), await text("/", asGraphical)]).toEqual(Array(2).fill('<form action="/search">'));
    expect(rendered).toEqual(["aurora /login", "aurora /"]);
  });

  test.each(["js=1", "__Host-js=1"])(
    "does not make a browser that runs scripts (%s) wait for the whole page",
    async (cookie) => {
      const waiting = Promise.withResolvers<Awaited<ReturnType<typeof render>>>();
      render = () => waiting.promise;
      expect(await text("/", { cookie })).toBe("passed on");
      waiting.resolve(page("late"));
      await expect.poll(() => text("/", { cookie })).toBe("late");
      expect(rendered).toHaveLength(1);
    },
  );
});

describe("does not cache", () => {
  test.each([
    ["a page that failed", 503, {}],
    ["a page that sets a cookie", 200, { "Set-Cookie": "flash=x" }],
    ["a redirect", 302, { Location: "/login" }],
  ])("%s, and tries again only after five seconds", async (_, status, headers) => {
    render = async () => page("no", status, headers);
    expect([await text("/"), await text("/"), await text("/")]).toEqual(Array(3).fill("passed on"));
    expect(rendered).toHaveLength(1);
    clock += 5_000;
    render = async () => page("well");
    expect(await text("/")).toBe("well");
  });

  test("a page with a failed part, and keeps the next whole one", async () => {
    render = async () => ({ ...page("half"), hasFailedPart: true });
    expect([await text("/"), await text("/"), await text("/")]).toEqual(Array(3).fill("passed on"));
    clock += 5_000;
    render = async () => page("whole");
    await text("/");
    expect(await text("/")).toBe("whole");
  });

  test("a failed rendering of a new page, so that the old page stays until its minute is over", async () => {
    await text("/");
    clock += 5_000;
    render = async () => page("broken", 502);
    expect(await text("/")).toBe("aurora / 1");
    await expect.poll(() => rendered.length).toBe(2);
    clock += 59_000;
    expect(await text("/")).toBe("aurora / 1");
    await expect.poll(() => rendered.length).toBe(3);
    clock += 5_000;
    expect(await text("/")).toBe("passed on");
  });

  test("anything after a rendering throws, reports the error, and renders the page without the cache", async () => {
    render = () => Promise.reject(new Error("bug"));
    expect(await text("/")).toBe("passed on");
    expect(errors).toEqual([new Error("bug")]);
  });

  test("more than maxBytes, and drops the least recently used page first", async () => {
    server.close();
    maxBytes = 100_000;
    render = async (_, path) =>
      page(
        path +
          Array.from({ length: 4_000 }, () => Math.random())
            .join(" ")
            .slice(0, 20_000),
      );
    await listen();
    for (const path of ["/?page=2", "/?page=3", "/?page=4", "/?page=2"]) {
      await text(path);
      await text(path);
    }
    expect(rendered).toEqual(["aurora /?page=2", "aurora /?page=3", "aurora /?page=4", "aurora /?page=2"]);
  });
});

describe("sends a cached page", () => {
  const htmlWith = (nonce: string) =>
    `<script${nonce}>one()</script><script type="module"${nonce}>two()</script><script${nonce} src="/a.js"></script>` +
    `<link rel="preload"${nonce}><script type="application/ld+json">{}</script><p><script>evil()</script>` +
    `<script nonce="guess">evil()</script><script nonce>evil()</script>${"x".repeat(999)}`;
  const html = htmlWith("");
  const nonces: string[] = [];
  beforeEach(() => {
    nonces.length = 0;
    render = async (_id, _path, nonce) => {
      nonces.push(nonce);
      return page(htmlWith(` nonce="${nonce}"`), 200, { Link: "</a.css>; rel=preload" });
    };
  });

  test("compressed as the browser accepts it, with its length", async () => {
    const plain = await get("/");
    const br = await get("/", { "accept-encoding": "gzip, deflate, br;q=0.9" });
    const zipped = await get("/", { "accept-encoding": "gzip, br;q=0" });
    expect([
      plain.body.toString(),
      brotliDecompressSync(br.body).toString(),
      gunzipSync(zipped.body).toString(),
    ]).toEqual(Array(3).fill(html));
    expect([plain, br, zipped].map(({ headers }) => headers["content-encoding"])).toEqual([undefined, "br", "gzip"]);
    for (const { headers, body } of [plain, br, zipped]) {
      expect(headers["content-length"]).toBe(String(body.length));
      expect(headers.vary).toBe("Cookie, Accept-Encoding");
      expect(headers["cache-control"]).toBe("public, no-cache");
      expect(headers.link).toBe("</a.css>; rel=preload");
    }
  });

  test("as 304 to a browser that has it, and as headers only for HEAD", async () => {
    const { headers } = await get("/");
    expect((await get("/", { "if-none-match": "*" })).status).toBe(304);
    const known = await get("/", { "if-none-match": `"other", ${headers.etag}` });
    expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, headers.etag]);
    expect((await get("/", { "if-none-match": `"other"` })).status).toBe(200);
    const head = await get("/", { method: "HEAD" });
    expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, String(html.length)]);
  });

  test("with a policy that names the hashes of the shop's own scripts, and of no injected one", async () => {
    const { headers } = await get("/");
    const hashes = ["one()", "two()"].map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
    expect(headers["content-security-policy"]).toContain(`script-src 'self' ${hashes.join(" ")};`);
    expect(headers["content-security-policy"]).toContain(";require-trusted-types-for 'script';trusted-types 'none';");
    expect(headers["x-frame-options"]).toBe("DENY");
  });

  test("with a new internal marker for these scripts each time, which no answer contains", async () => {
    const first = await get("/");
    clock += 65_001;
    const second = await get("/");
    expect(new Set(nonces).size).toBe(2);
    for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{22}$/);
    for (const { headers, body } of [first, second]) {
      expect(body.toString()).toBe(html);
      expect(JSON.stringify(headers)).not.toContain(nonces[0]);
    }
    expect(second.headers.etag).toBe(first.headers.etag);
  });
});
