import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { freePort } from "../helpers/http/free-port.ts";
import { send } from "../helpers/http/http.ts";
import { sendRaw } from "../helpers/http/raw.ts";
import { Replica, SECRETS, startDeployment } from "../helpers/processes/deployment.ts";
import { readLogLines } from "../helpers/processes/log-lines.ts";
import { preload } from "../helpers/processes/preload.ts";
import { openConsole } from "../helpers/shop/members.ts";
import { startShop } from "../helpers/shop/shop.ts";
import { addToCart, signUp } from "../helpers/shop/shopper.ts";

// A program in production whose output nobody reads at a terminal writes lines of JSON and nothing else, to both streams.

const folder = mkdtempSync(join(tmpdir(), "awning-log-"));
const maple = { id: "maple", hostnames: ["maple.localhost"], seed: "demo" };
mkdirSync(join(folder, "tenants", "maple"), { recursive: true });
writeFileSync(join(folder, "tenants", "maple", "tenant.json"), JSON.stringify(maple));
afterAll(() => rmSync(folder, { recursive: true }));

const withScript = (script: string) => ({ NODE_OPTIONS: preload(script) });

type Site = { url(brand: string, path?: string): string };

const PATHS = [
  "/",
  "/search?q=card",
  "/login",
  "/cart",
  "/order-history",
  "/about-us",
  "/robots.txt",
  "/sitemap.xml",
  ...["logo.svg", "banner.svg", "favicon.svg", "icon-180.png", "social.png", "none.svg", "%2e%2e"].map(
    (file) => `/media/brand/${file}`,
  ),
  "/brand.css",
  "/favicon.ico",
  "/__manifest",
  "/assets/none.js",
  "/media/cards/none.svg",
  "/gift/none",
  "/%ff",
  "/product/%E0%A4%A",
  "//login",
  "/..%2f..%2fetc/passwd",
  "/?page=%00",
  `/${"x".repeat(5_000)}`,
];
const ACCEPTED = { "accept-encoding": "gzip, br" };

/** Opens the shop's pages and pictures, and sends it notifications and malformed requests. */
async function walk(shop: Site, brand: string) {
  const port = Number(new URL(shop.url(brand)).port);
  const home = await send(shop.url(brand));
  const pictures = [...new Set(home.text.match(/\/media\/cards\/[^" ]+/g))].slice(0, 3);
  expect(pictures).not.toEqual([]);
  for (const path of [...PATHS, ...pictures]) await send(shop.url(brand, path), { headers: ACCEPTED });
  const json = { ...ACCEPTED, "content-type": "application/json" };
  for (const path of ["/payment-notification", "/csp-report", "/login", "/none"])
    await send(shop.url(brand, path), { method: "POST", headers: json, body: "{" });
  const host = `Host: ${brand}.localhost`;
  for (const head of ["NONSENSE", "GET / HTTP/1.1\r\nHost: %", `GET http://[ HTTP/1.1\r\n${host}`, "GET / HTTP/9.9"])
    await sendRaw(port, head, "Connection: close", "", "");
  await sendRaw(port, "GET / HTTP/1.1", host, `X-Long: ${"x".repeat(20_000)}`, "", "");
}

/** Buys a card, so that notifications, mail and work in the background have their lines. */
async function buy(shop: Site, brand: string) {
  const cart = await addToCart(await signUp(shop, brand), "Raga Stream", "₹299.00");
  const screen = await cart.submit("Proceed to Checkout");
  const terms = screen.fields().find((name) => name.startsWith("I accept"))!;
  const sandbox = await (await screen.submit(/^Pay ₹/, { PhonePe: true, [terms]: true })).follow(/^Open/);
  expect((await sandbox.submit("Approve")).heading).toBe("Payment received");
}

const warningsIn = (log: string) => readLogLines(log).filter(({ msg }) => msg === "process warning");

test("a shop with its API and console writes nothing but JSON, and has no warning, from start to stop", async () => {
  const injected = `process.on("SIGUSR2", () => {
    console.log("two\\nlines");
    console.warn(new Error("printed"));
    process.emitWarning(Object.assign(new Error("injected"), { name: "TestWarning", emitter: { cookie: "SEC" + "RET" } }));
  })`;
  await using shop = await startShop({ env: withScript(injected) });
  await walk(shop, "aurora");
  await buy(shop, "aurora");
  const desk = await openConsole(shop);
  for (const path of ["/", "/brands/aurora/orders", "/audit.csv", "/api/v1/brands", "/api/v1/%ff", "/brands/none"])
    await desk.browser.open(shop.url("console", path));
  shop.signal("SIGHUP");
  await expect.poll(() => shop.log).toContain("tenants reloaded");
  expect(readLogLines(shop.log).filter(({ level, msg }) => level > 40 || msg === "process warning")).toEqual([]);
  expect(shop.log).not.toContain("Demo@2026");

  const [api] = shop.childPids();
  process.kill(api!, "SIGUSR2");
  shop.signal("SIGUSR2");
  await expect.poll(() => warningsIn(shop.log)).toHaveLength(2);
  expect(await shop.stop()).toBe(0);
  const lines = readLogLines(shop.log);
  for (const program of [undefined, "api"]) {
    const own = lines.filter((line) => line.program === program);
    expect(own).toContainEqual(expect.objectContaining({ level: 30, msg: "two\nlines" }));
    expect(own).toContainEqual(
      expect.objectContaining({ level: 40, msg: expect.stringContaining("Error: printed\n") }),
    );
    const err = expect.objectContaining({ message: "injected", name: "TestWarning" });
    expect(own).toContainEqual(expect.objectContaining({ level: 40, msg: "process warning", err }));
  }
  expect(shop.log).not.toContain("SECRET");
  expect(lines).toContainEqual(expect.objectContaining({ msg: "brand is open", origin: shop.url("aurora", "") }));
  expect(lines).toContainEqual(expect.objectContaining({ msg: "Awning is open", console: shop.url("console", "") }));
});

test("storefront, API and worker apart write nothing but JSON, and have no warning, from start to stop", async () => {
  await using shop = await startDeployment({ env: { TENANTS_DIR: join(folder, "tenants") }, replicas: 1 });
  await walk(shop, "maple");
  await buy(shop, "maple");
  const all = [...shop.storefronts, ...shop.apis, shop.worker];
  expect(await Promise.all(all.map((replica) => replica.stop()))).toEqual([0, 0, 0]);
  for (const { log } of all) {
    expect(readLogLines(log).at(-1)).toMatchObject({ msg: "stopped" });
    expect(warningsIn(log)).toEqual([]);
  }
});

test.each(["server.ts", "api/server.ts", "api/worker.ts"])(
  "%s refuses to start, and breaks off while it starts, in lines of JSON",
  async (script) => {
    const port = await freePort();
    const ports = { PORT: String(port), COMMERCE_API_PORT: String(await freePort()) };
    const common = { ...SECRETS, ...ports, TENANTS_DIR: join(folder, "tenants"), DATA_DIR: folder };
    const broken = withScript(`process.umask = () => { throw new Error("early"); };`);
    for (const [env, level, line] of [
      [{ METRICS_PORT: "many" }, 50, { msg: expect.stringMatching(/^METRICS_PORT: /) }],
      [{ TENANTS_DIR: "nowhere" }, 50, { msg: expect.stringContaining("there is no folder nowhere") }],
      [broken, 60, { msg: "uncaught error, stopping", err: expect.objectContaining({ message: "early" }) }],
    ] as const) {
      const program = new Replica(script, port, { ...common, ...env });
      program.spawn();
      expect(await program.ended()).toBe(1);
      await expect.poll(() => program.log).toContain("\n");
      expect(readLogLines(program.log)).toEqual([expect.objectContaining({ level, ...line })]);
    }
  },
);

test("at a terminal the shop lists its addresses and logins for people", async () => {
  const terminal = withScript(`process.stdout.isTTY = true;`);
  await using shop = await startShop({ env: terminal });
  await expect.poll(() => shop.log).toContain("Stop with Ctrl+C.\n");
  expect(shop.log).toContain(`\nAwning is open:\n  Aurora       ${shop.url("aurora", "")}\n`);
  expect(shop.log).toContain("\nDemo login: demo@awning.test, password Demo@2026\n");
});
