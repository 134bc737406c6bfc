import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { mailAboutRefund, queueMail } from "../../../api/repositories/mail/outbox.ts";
import { createTestDatabases, engines } from "../../helpers/database/test-database.ts";
import { PATIENCE_MS, waitUntil } from "../../helpers/waiting/patience.ts";

/**
 * The embedded API of the newest release, as `git archive` packed it, because a clone may have no history. The next
 * release replaces it by its own (CONTRIBUTING.md).
 */
const [FORMER] = globSync("tests/releases/*.tar.gz");

/** How the former version refuses to start: the brand, its schema and the newest one that this version knows. */
const REFUSAL =
  /a newer version of Awning wrote the data of brand acme \(schema \d{3}-[\w-]+; this version knows \d{3}-/;
const DEMO = { seed: "demo", security: { stepUp: false } };
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
  });
  afterEach(async () => {
    for (const child of children.splice(0).filter(({ exitCode }) => exitCode === null)) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    target = "";
    storefront.close();
    await place.databases.close();
    await place.drop();
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true });
  });

  function writeBrand(id: string, tenant: object) {
    mkdirSync(join(folders.tenants, id));
    const file = join(folders.tenants, id, "tenant.json");
    writeFileSync(file, JSON.stringify({ id, hostnames: [`${id}.localhost`], ...tenant }));
  }

  /** Begins the API's program of `folder`, and collects what it prints. */
  function launch(folder: string) {
    const env = {
      PATH: process.env.PATH,
      COMMERCE_API_PORT: "0",
      PORT: String((storefront.address() as AddressInfo).port),
      DATA_DIR: place.dataDir,
      TENANTS_DIR: folders.tenants,
      LOG_LEVEL: "error",
      ...(place.url !== undefined && { DATABASE_URL: place.url }),
    };
    const child = fork(join(folder, "api/server.ts"), { cwd: folder, env, silent: true });
    children.push(child);
    let printed = "";
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
    return { child, output: () => printed };
  }

  /** @returns the program once it listens, and where the brand's calls go */
  async function start(folder: string) {
    const program = launch(folder);
    const [{ port }] = (await once(program.child, "message")) as [{ port: number }];
    target ||= `http://127.0.0.1:${port}`;
    return { ...program, brand: `http://127.0.0.1:${port}/acme` };
  }

  test("sells before, while and after this version migrates the schema, and so does this one [OPS-07]", async () => {
    writeBrand("acme", DEMO);
    const { brand: former } = await start(folders.former);
    expect(await buy(former)).toBe("success");
    const [{ brand: own }, meanwhile] = await Promise.all([start(resolve(".")), buy(former)]);
    const after = [await buy(former), await buy(own), await buy(former)];
    expect([meanwhile, ...after]).toEqual(Array(4).fill("success"));
  });

  test("goes on when this version has made a brand, and does not start again [OPS-07]", async () => {
    writeBrand("acme", {});
    const former = await start(folders.former);
    const own = await start(resolve("."));
    writeBrand("beech", {});
    own.child.send({ type: "tenants-changed" });
    const statusOf = async (brand: string) => (await fetch(`${brand}/home/`)).status;
    await waitUntil(async () => (await statusOf(own.brand.replace("acme", "beech"))) === 200);
    former.child.send({ type: "tenants-changed" });
    await waitUntil(() => former.output().includes("tenants were not reloaded, the old ones go on"));
    expect(await statusOf(former.brand)).toBe(200);

    const again = launch(folders.former);
    const [code] = (await once(again.child, "close")) as [number];
    expect([code, again.output()]).toEqual([1, expect.stringMatching(REFUSAL)]);
  });

  test("leaves the mail of an order's later refund to this version, which a mail of a kind it knows would not be [OPS-07]", async () => {
    writeBrand("acme", DEMO);
    await start(folders.former);
    const db = await place.databases.open("acme");
    const further = mailAboutRefund("no-order", 2);
    for (const mail of [further, { kind: "refund", about: further.about } as const])
      await db.transaction((tx) => queueMail(tx, { ...mail, now: 0 }));
    const tried = async () => {
      const rows = await db.read.selectFrom("outbox").selectAll().where("about", "=", further.about).execute();
      return rows.every(({ tries }) => tries > 0) && rows.some((row) => row.delivered_at !== null) && rows;
    };
    const rows = await waitUntil(tried);
    const waits = rows.filter(({ delivered_at: at }) => at === null);
    expect(waits.map(({ kind }) => kind)).toEqual([further.kind]);
    await db.close();
  });

  test("fails where a migration takes away what it uses: a control [OPS-07]", async () => {
    writeBrand("acme", DEMO);
    const { brand: former } = await start(folders.former);
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
  // A shopper repeats what reads "try again in a moment", as while a migration has the locks.
  async function call(method: string, path: string, body?: object, deadline = Date.now() + PATIENCE_MS): Promise<any> {
    const answer = await fetch(brand + path, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status === 503 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return call(method, path, body, deadline);
    }
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
  await waitUntil(async () => (await read()) !== "PAYMENT_PENDING");
  return read();
}
