import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { send } from "../helpers/http/http.ts";
import { readLogTexts } from "../helpers/processes/log-lines.ts";
import { DEMO, type ShopOptions, startShop, useShop } from "../helpers/shop/shop.ts";
import { addToCart } from "../helpers/shop/shopper.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";

// A deployment with a public brand is safe, or does not start.

const host = await new ForeignHost().start();
afterAll(() => host[Symbol.asyncDispose]());

const SECRETS = {
  SESSION_SECRET: "only-for-tests-only-for-tests-only-for-tests",
  DATA_KEY: Buffer.alloc(32, 7).toString("base64"),
};
const SETTINGS = { ...SECRETS, SMTP_URL: "smtp://127.0.0.1:1", TRUST_PROXY: "1" };
/** A brand that needs no override: its money and its mail are its own host's. */
const elsewhere = { hostnames: ["gifts.maple.example"], api: { url: host.url } };
const embedded = { hostnames: ["gifts.maple.example"] };
const demo = { seed: "demo", branding: { organization_name: "Demo" } };

/** The lines with which the shop ended instead of starting. */
async function refusal(options: ShopOptions): Promise<string[]> {
  const started = startShop(options).then((shop) => shop[Symbol.asyncDispose]());
  const error = await started.then(
    () => undefined,
    (reason: Error) => reason,
  );
  return error === undefined ? [] : readLogTexts(error.message.slice(error.message.indexOf("\n")));
}

const without = (name: keyof typeof SETTINGS) => ({ ...SETTINGS, [name]: "" });

test.each([
  ["a payment gateway", embedded, SETTINGS, /maple\/tenant\.json: payments: .*ALLOW_SANDBOX_PAYMENTS=1/],
  ["a login of its own", { ...elsewhere, seed: "demo" }, SETTINGS, /maple\/tenant\.json: seed: .*ALLOW_PUBLIC_DEMO=1/],
  ["a named proxy", elsewhere, without("TRUST_PROXY"), /^environment: TRUST_PROXY: .*ALLOW_NO_PROXY=1/],
  [
    "mail",
    embedded,
    { ...without("SMTP_URL"), ALLOW_SANDBOX_PAYMENTS: "1" },
    /^environment: SMTP_URL: .*ALLOW_MAIL_AS_FILES=1/,
  ],
  [
    "TLS",
    { ...elsewhere, origin: "http://gifts.maple.example" },
    SETTINGS,
    /maple\/tenant\.json: origin: .*ALLOW_HTTP=1/,
  ],
])(
  "refuses to start for a public brand without %s, with one line that names the remedy",
  async (_what, maple, env, line) => {
    const lines = await refusal({ tenants: { maple }, env });
    expect(lines).toEqual([expect.stringMatching(line)]);
  },
);

test("a brand on a simulator stays closed for a stated reason, and the others open", async () => {
  const payments = { gateway: "razorpay", url: "http://127.0.0.1:9" };
  const sound = { hostnames: ["gifts.sound.example"], api: { url: host.url } };
  await using shop = await startShop({ tenants: { maple: { ...embedded, payments }, sound }, env: SETTINGS });
  const statusOf = async (name: string) => (await send(`http://${name}:${shop.port}/login`)).status;
  expect([await statusOf("gifts.maple.example"), await statusOf("gifts.sound.example")]).toEqual([421, 200]);
  expect(shop.log).toMatch(/maple\/tenant\.json: payments\.url: names a simulator.*ALLOW_SIMULATORS=1/);
});

test("reports all missing settings at once", async () => {
  const lines = await refusal({ tenants: { maple: embedded } });
  // The environment's lines and those of the brands' files come from two writers, in either order.
  expect(lines.map((line) => /(payments|[A-Z_]+): /.exec(line)?.[1]).toSorted()).toEqual([
    "DATA_KEY",
    "SESSION_SECRET",
    "SMTP_URL",
    "TRUST_PROXY",
    "payments",
  ]);
});

test("refuses to start with a folder that is missing or holds no brand", async () => {
  expect(await refusal({ tenants: {}, env: { TENANTS_DIR: "app/pricing" } })).toEqual([
    expect.stringMatching(/^TENANTS_DIR: app\/pricing holds no brand: .*awning brand new/),
  ]);
  expect(await refusal({ env: { TENANTS_DIR: "nowhere" } })).toEqual([
    expect.stringMatching(/^TENANTS_DIR: there is no folder nowhere: .*awning brand new/),
  ]);
});

test("exits when the port is taken, and names the port and the remedy", async () => {
  const stranger = createServer((socket) => socket.destroy());
  const { port, close } = await listen(stranger);
  const lines = await refusal({ tenants: { local: {} }, env: { PORT: String(port) } });
  expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^PORT: 127\\.0\\.0\\.1:${port} .*set PORT`)));
  await close();
});

describe("when every brand's file has a mistake", () => {
  const shop = useShop(() => ({ tenants: { maple: { hostnames: "maple.localhost" } } }));

  test("reports at start-up that no brand is open, below the mistake", async () => {
    await expect.poll(() => shop().log).toMatch(/maple\/tenant\.json: hostnames: [^]*"No brand is open"/);
  });
});

describe("with its overrides", () => {
  const shop = useShop(() => ({
    tenants: { maple: { ...embedded, origin: "http://gifts.maple.example" }, local: {} },
    env: {
      ...SECRETS,
      ALLOW_HTTP: "1",
      ALLOW_SANDBOX_PAYMENTS: "1",
      ALLOW_MAIL_AS_FILES: "1",
      ALLOW_NO_PROXY: "1",
    },
  }));

  test("starts a public brand, and logs each override and its effect", async () => {
    expect((await send(`http://gifts.maple.example:${shop().port}/login`)).status).toBe(200);
    for (const setting of ["ALLOW_HTTP", "ALLOW_SANDBOX_PAYMENTS", "ALLOW_MAIL_AS_FILES", "ALLOW_NO_PROXY"])
      await expect.poll(() => shop().log).toMatch(new RegExp(`"setting":"${setting}","msg":"${setting}=1: \\w+`));
    expect(shop().log).not.toContain("ALLOW_PUBLIC_DEMO");
  });

  test("answers 421 for a loopback name through a proxy that is not named", async () => {
    const url = `http://local.localhost:${shop().port}/login`;
    expect((await send(url, { headers: { "x-forwarded-for": "203.0.113.9" } })).status).toBe(421);
    expect((await send(url)).status).toBe(200);
  });
});

describe("demo brands beside a public one", () => {
  const shop = useShop(() => ({ tenants: { demo, maple: elsewhere }, env: SETTINGS }));
  const ask = (name: string, path: string, headers = {}) => send(`http://${name}:${shop().port}${path}`, { headers });

  test.each(["/", "/sandbox/outbox", "/sandbox/upi?payment=x", "/login", "/media/brand/logo.svg"])(
    "answers 421 at %s of a demo through the proxy, with any headers",
    async (path) => {
      for (const headers of [
        { "x-forwarded-for": "203.0.113.9" },
        { "x-forwarded-for": "127.0.0.1, 203.0.113.9" },
        { "x-forwarded-for": "203.0.113.9", "x-forwarded-host": "demo.localhost" },
        { "x-real-ip": "203.0.113.9" },
        { forwarded: "for=203.0.113.9;host=demo.localhost" },
      ]) {
        const answer = await ask("demo.localhost", path, headers);
        expect([headers, answer.status]).toEqual([headers, 421]);
        expect(answer.text).not.toMatch(/demo/i);
      }
    },
  );

  test("refuses logins and payment notifications of a demo", async () => {
    for (const path of ["/login", "/sandbox/upi", "/payment-notification"]) {
      const headers = { "x-forwarded-for": "203.0.113.9", "sec-fetch-site": "same-origin" };
      const answer = await send(`http://demo.localhost:${shop().port}${path}`, {
        method: "POST",
        headers,
        body: "a=b",
      });
      expect([path, answer.status]).toEqual([path, 421]);
    }
  });

  test("lets this machine reach the demo, and everybody the public brand", async () => {
    expect((await ask("demo.localhost", "/sandbox/outbox")).status).toBe(200);
    const headers = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
    expect((await ask("gifts.maple.example", "/login", headers)).status).toBe(200);
  });
});

describe("when every brand is a demo", () => {
  const shop = useShop(() => ({ tenants: { demo }, env: { HOST: "0.0.0.0" } }));

  test("lets a container's bridge or a neighbour reach it, and reports that at start-up", async () => {
    await expect.poll(() => shop().log).toContain("this demo answers everybody on the local network");
    // A machine without a private network has nobody but itself there.
    const own = Object.values(networkInterfaces()).flatMap((list = []) => list);
    const isPrivate = (address: string) => /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(address);
    const { address = "127.0.0.1" } = own.find(({ address }) => isPrivate(address)) ?? {};
    const answer = await send(`http://${address}:${shop().port}/`, { headers: { host: "demo.localhost" } });
    expect(answer.status).toBe(200);
  });

  test("lets nobody reach it through a proxy from a public address", async () => {
    const statuses: number[] = [];
    for (const from of ["203.0.113.9", "192.168.1.2"])
      statuses.push(
        (await send(shop().url("demo", "/sandbox/outbox"), { headers: { "x-forwarded-for": from } })).status,
      );
    expect(statuses).toEqual([421, 200]);
  });

  test("refuses a brand that becomes public while the shop runs, and its name stays unknown", async () => {
    mkdirSync(join(shop().tenantsDir, "maple"));
    writeFileSync(join(shop().tenantsDir, "maple", "tenant.json"), JSON.stringify({ id: "maple", ...embedded }));
    await expect.poll(() => shop().log).toMatch(/maple\/tenant\.json: payments: .*ALLOW_SANDBOX_PAYMENTS=1/);
    expect((await send(`http://gifts.maple.example:${shop().port}/`)).status).toBe(421);
    expect((await send(shop().url("demo"))).status).toBe(200);
  });

  test("the sandbox notifies only this shop, even if the shopper's Host header names another port", async () => {
    // As with `docker run -p 8080:3000`: shoppers come through another port, which may be any program's.
    const door = await listen(createServer((socket) => socket.pipe(connect(shop().port, "127.0.0.1")).pipe(socket)));
    const at = (port: number, path: string) => `http://demo.localhost:${port}${path}`;
    const login = await new TextBrowser().open(at(door.port, "/login"));
    const cart = await addToCart(await login.submit("Login", DEMO), "Kettle & Clove", "₹500.00");
    const screen = await cart.submit("Proceed to Checkout");
    const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
    const { pathname, search } = new URL(waiting.href(/^Open/));
    await door.close();

    const notified: string[] = [];
    const other = createHttpServer((req, res) => void (notified.push(`${req.method} ${req.url}`), res.end()));
    const stranger = await listen(other, door.port);
    const sandbox = await waiting.browser.open(at(shop().port, pathname + search));
    await sandbox.submit("Approve");
    await expect
      .poll(async () => (await waiting.browser.open(at(shop().port, "/order-history"))).text)
      .toMatch(/Completed.*Order ORD|Order ORD.*Completed/);
    await stranger.close();
    expect(notified.filter((line) => line.startsWith("POST"))).toEqual([]);
  });
});

async function listen(server: Server, port = 0) {
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
