import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { afterEach, expect, test } from "vitest";

import { TextBrowser } from "../../helpers/text-browser/page.ts";

type Seen = { method?: string; url?: string; headers: IncomingMessage["headers"]; body: string };
type Reply = { status?: number; headers?: Record<string, string | string[]>; html?: string };

let server: Server | undefined;
afterEach(() => server?.close());

/** A server that answers each path from `replies` and remembers what came. */
async function serve(replies: Record<string, Reply>) {
  const seen: Seen[] = [];
  server = createServer(async (req, res) => {
    seen.push({ method: req.method, url: req.url, headers: req.headers, body: await text(req) });
    const { status = 200, headers = {}, html = "" } = replies[req.url!.split("?")[0]!] ?? { status: 404 };
    res.writeHead(status, { "content-type": "text/html", ...headers }).end(html);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { seen, at: (hostname: string, path: string) => `http://${hostname}:${port}${path}` };
}

const form = `<h1>Add</h1><form method="post" action="/add">
  <label for="a">Name</label><input id="a" name="name" value="old">
  <label>Size <select name="size"><option value="s">Small</option><option value="l" selected>Large</option></select></label>
  <label><input type="checkbox" name="gift" value="yes" checked> Gift</label>
  <label><input type="checkbox" name="news"> News</label>
  <label><input type="radio" name="to" value="me" checked> Me</label><label><input type="radio" name="to" value="you"> You</label>
  <fieldset disabled><input name="off" value="1"></fieldset><input type="hidden" name="id" value="7">
  <textarea name="note" aria-label="Note">hi</textarea><input name="later" disabled value="x">
  <button name="intent" value="save">Save</button><button name="intent" value="drop" aria-label="Drop it">x</button>
</form>`;

test("sends what a browser sends: enabled controls, checked boxes, the pressed button", async () => {
  const { seen, at } = await serve({ "/": { html: form }, "/add": { html: "<h1>Added</h1>" } });
  const page = await new TextBrowser().open(at("one.localhost", "/"));
  const added = await page.submit("Drop it", { Name: "né & w", Size: "Small", Gift: false, News: true, You: true });

  expect(added.heading).toBe("Added");
  expect(seen[1]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect([...new URLSearchParams(seen[1]?.body)]).toEqual([
    ["name", "né & w"],
    ["size", "s"],
    ["news", "on"],
    ["to", "you"],
    ["id", "7"],
    ["note", "hi"],
    ["intent", "drop"],
  ]);
});

test("names a request's source by Sec-Fetch and Origin, or as a text browser only by Referer", async () => {
  const { seen, at } = await serve({ "/": { html: form }, "/add": {} });
  for (const provenance of ["fetch-metadata", "referer"] as const) {
    const page = await new TextBrowser(provenance).open(at("one.localhost", "/"));
    await page.submit("Save");
  }
  const origin = new URL(at("one.localhost", "/")).origin;
  expect(seen[0]?.headers).toMatchObject({ "sec-fetch-site": "none" });
  expect(seen[1]?.headers).toMatchObject({ "sec-fetch-site": "same-origin", origin, referer: `${origin}/` });
  expect(seen[3]?.headers).toMatchObject({ referer: `${origin}/` });
  expect(seen[3]?.headers).not.toHaveProperty("origin");
  expect(seen[3]?.headers).not.toHaveProperty("sec-fetch-site");
});

test("keeps cookies for each hostname, drops expired ones, follows redirects with GET", async () => {
  const { seen, at } = await serve({
    "/in": { status: 303, headers: { location: "/home", "set-cookie": ["a=1; Path=/; HttpOnly", "b=2; Max-Age=60"] } },
    "/out": { status: 302, headers: { location: "/home", "set-cookie": ["a=; Max-Age=0"] } },
    "/home": { html: `<a href="/out">Log out</a>` },
  });
  const browser = new TextBrowser();
  const home = await browser.open(at("one.localhost", "/in"));
  expect(home.path).toBe("/home");
  expect(seen[1]?.headers.cookie).toBe("a=1; b=2");
  await browser.open(at("two.localhost", "/home"));
  expect(seen[2]?.headers.cookie).toBeUndefined();
  await home.follow("Log out");
  expect(seen[4]).toMatchObject({ method: "GET", headers: { cookie: "b=2" } });
});

test("reads names, texts, parts, alerts, refresh", async () => {
  const html = `<title>Cart &amp; more</title><script>no()</script><p role="alert">Sorry</p><p hidden>secret</p>
    <ul><li><h2>Alpha</h2><button>Remove</button></li><li><h2>Beta</h2><button disabled>Remove</button></li></ul>
    <noscript><meta http-equiv="refresh" content="5; url=/next"></noscript><a href="x"><img alt="Logo" src="y"></a>`;
  const { at } = await serve({ "/cart": { html } });
  const page = await new TextBrowser().open(at("one.localhost", "/cart"));
  expect(page.title).toBe("Cart & more");
  expect(page.text).toBe("Sorry Alpha Remove Beta Remove");
  expect(page.alerts()).toEqual(["Sorry"]);
  expect(page.part("Beta").isDisabled("Remove")).toBe(true);
  expect(page.part("Alpha").isDisabled("Remove")).toBe(false);
  expect(page.refresh).toEqual({ seconds: 5, url: at("one.localhost", "/next") });
  expect(page.href("Logo")).toBe(at("one.localhost", "/x"));
  expect(() => page.submit("Buy")).toThrow(/there are: Remove \| Remove/);
});
