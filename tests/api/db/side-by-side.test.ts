import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { createTestDatabases, engines } from "../../helpers/database/test-database.ts";

/**
 * The embedded API of an earlier version, as `git archive` packed it, because a clone may have no history. A release
 * replaces it by its own (CONTRIBUTING.md).
 */
const [FORMER] = globSync("tests/releases/*.tar.gz");

const DEMO_LOGIN = { username: "demo@awning.test", password: "Demo@2026" };

describe.each(engines)("the former version's program beside this one's on %s", (engine) => {
  let place: Awaited<ReturnType<typeof createTestDatabases>>;
  let folders: { former: string; tenants: string };
  const children: ChildProcess[] = [];
  /** Takes the gateway's notifications, as the storefront does, to the API that started first. */
  let storefront: Server;
  let target = "";
  beforeEach(async () => {
    storefront = createServer((req, res) => {
      const { method, headers } = req;
      req.pipe(
        request(target + req.url, { method, headers }, (answer) => answer.pipe(res.writeHead(answer.statusCode!))),
      );
    });
    await once(storefront.listen(0, "127.0.0.1"), "listening");
    place = await createTestDatabases(engine);
    mkdirSync("test-results", { recursive: true });
    const former = mkdtempSync(join(resolve("test-results"), "former-")); // here it finds the packages
    execFileSync("tar", ["-xzf", resolve(FORMER!), "-C", former]);
    folders = { former, tenants: mkdtempSync(join(tmpdir(), "awning-tenants-")) };
    mkdirSync(join(folders.tenants, "acme"));
    const tenant = { id: "acme", hostnames: ["acme.localhost"], seed: "demo", security: { stepUp: false } };
    writeFileSync(join(folders.tenants, "acme", "tenant.json"), JSON.stringify(tenant));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    target = "";
    storefront.close();
    await place.databases.close();
    await place.drop();
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true });
  });

  /** Starts the API's program of `folder`. @returns where the brand's calls go */
  async function start(folder: string) {
    const env = {
      PATH: process.env.PATH,
      COMMERCE_API_PORT: "0",
      PORT: String((storefront.address() as AddressInfo).port),
      DATA_DIR: place.dataDir,
      TENANTS_DIR: folders.tenants,
      LOG_LEVEL: "silent",
      ...(place.url !== undefined && { DATABASE_URL: place.url }),
    };
    const child = fork(join(folder, "api/server.ts"), { cwd: folder, env });
    children.push(child);
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    target ||= `http://127.0.0.1:${port}`;
    return `http://127.0.0.1:${port}/acme`;
  }

  test("sells before, while and after this version migrates the schema, and so does this one [OPS-07]", async () => {
    const former = await start(folders.former);
    expect(await buy(former)).toBe("success");
    const [own, meanwhile] = await Promise.all([start(resolve(".")), buy(former)]);
    const after = [await buy(former), await buy(own), await buy(former)];
    expect([meanwhile, ...after]).toEqual(Array(4).fill("success"));
  });

  test("fails where a migration takes away what it uses: a control [OPS-07]", async () => {
    const former = await start(folders.former);
    expect(await buy(former)).toBe("success");
    const db = await place.databases.open("acme");
    const orders = sql.table(engine === "sqlite" ? "orders" : "awning_acme.orders");
    await db.transaction((tx) => sql`alter table ${orders} rename column fingerprint to digest`.execute(tx));
    await db.close();
    await expect(buy(former)).rejects.toThrow("/place-order/ answered 500");
  });
});

type Product = { id: number; denominations: { min: number; max: number }[] };

/** Buys one card as the demo's shopper. @returns the order's last status @throws when a call fails */
async function buy(brand: string): Promise<string> {
  let token = "";
  async function call(method: string, path: string, body?: object) {
    const answer = await fetch(brand + path, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok && answer.status !== 409) throw new Error(`${path} answered ${answer.status} ${text}`);
    return JSON.parse(text);
  }
  token = (await call("POST", "/user/login/", DEMO_LOGIN)).access_token;
  const { results } = await call("GET", "/products/?perPage=24");
  const [choice] = (results as Product[]).flatMap(({ id, denominations }) =>
    denominations.filter(({ min, max }) => min === max && min <= 500).map(({ min }) => ({ id, rupees: min })),
  );
  const { id: product_id, rupees } = choice!;
  const item = { product_id, selectedDenomination: rupees, quantity: 1, to_pay: rupees };
  await call("POST", "/cart/", { cart_items: [item] });
  const order_number = `ORD${Date.now()}`;
  const origin = "http://acme.localhost";
  const urls = { redirect_url: `${origin}/payment-success`, notify_url: `${origin}/acme/payment-notification` };
  const order = { order_number, ...urls };
  // The first answer says what the cart costs, with what the demo's shopper had in it.
  const { amount, coins_used } = await call("POST", "/place-order/", { ...order, amount: 1 });
  const placed = await call("POST", "/place-order/", { ...order, amount, coins_used });
  if (!placed.paymentLinks) throw new Error(`/place-order/ answered ${JSON.stringify(placed)}`);
  const payment = new URL(placed.paymentLinks.other, brand).searchParams.get("payment")!;
  const paid = await fetch(`${brand}/sandbox/upi`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ payment, decision: "approve" }),
  });
  if (paid.status >= 400) throw new Error(`the payment answered ${paid.status}`);
  const read = async () => (await call("GET", `/place-order/?order_id=${placed.orderId}`)).status as string;
  await vi.waitUntil(async () => (await read()) !== "PAYMENT_PENDING", { timeout: 20_000, interval: 100 });
  return read();
}
