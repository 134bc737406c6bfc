import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import SqliteDatabase from "better-sqlite3";
import { Client } from "pg";

import { auditLedger } from "../../api/audit/ledger-audit.ts";
import { type Deployment, SECRETS, startDeployment } from "../../tests/helpers/processes/deployment.ts";
import { type BenchShopper, CART, createBrand, fillBrand, withBrand } from "../brand.ts";
import { findServer } from "../find-server.ts";
import type { Row } from "../table.ts";
import { PageBuyers, settle } from "./page-buyers.ts";

const CLI = fileURLToPath(new URL("../../cli/awning.ts", import.meta.url));
const LANES = 6;
/** Shoppers who place orders at the APIs one after the other, and never pay. */
const SHOPPERS = 200;
/** Shoppers who buy through the pages, and the pause of a lane between two purchases. */
const BUYERS = 800;
const PAGE_LANES = { lanes: 4, pauseMs: 250 };

/**
 * Moves a brand with many past orders from SQLite to PostgreSQL and then to a second database. During the moves two APIs take
 * orders, and shoppers buy and pay through the pages of two storefronts. Each order placed at an API either succeeds and is at
 * the new place, or gets 503 and does not exist. Each payer has one order with its vouchers and one mail, and no page contains
 * another shopper's name.
 */
export async function move(past = Number(process.env.N ?? 100_000)): Promise<Row[]> {
  const { url: server, stop: stopPostgres } = await findServer();
  const names = ["east", "west"].map((name) => `awning_move_${name}_${process.pid}`);
  const [east, west] = names.map((name) => Object.assign(new URL(server), { pathname: `/${name}` }).href);
  const { folder, values: plain } = createBrand(undefined);
  const values = { ...plain, DATABASE_URL_EAST: east!, DATABASE_URL_WEST: west! };
  try {
    for (const name of names) await runOn(server, `create database ${name}`);
    const shoppers = await withBrand(values, (shop) => fillBrand(shop, SHOPPERS + BUYERS));
    const buyers = new PageBuyers(shoppers.splice(SHOPPERS));
    addPastOrders(join(values.DATA_DIR, "bench.db"), past);
    const rows: Row[] = [];
    {
      const { COMMERCE_API_PORT: _, ...env } = values;
      await using shop = await startDeployment({ env });
      for (const [from, to] of [
        ["SQLite", "DATABASE_URL_EAST"],
        ["PostgreSQL", "DATABASE_URL_WEST"],
      ]) {
        const what = `moving ${past} orders from ${from} to PostgreSQL under load`;
        rows.push(...(await moveOnce({ what, to: to!, values, shoppers, buyers, shop })));
      }
    }
    return [...rows, ...(await countPurchases(values, buyers))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    for (const name of names) await runOn(server, `drop database if exists ${name} with (force)`);
    await stopPostgres?.();
  }
}

/** The outcomes of the purchases through pages, during both moves. */
async function countPurchases(values: Record<string, string>, buyers: PageBuyers): Promise<Row[]> {
  const { lost, doubled, mails } = await withBrand(values, (shop) => buyers.compare(shop));
  const { crossed, detail } = buyers.pages();
  const purchases = `${buyers.paid} orders paid, ${buyers.begunAgain} purchases begun again`;
  const what = "buying through pages during both moves";
  const row = (text: string, value: number, detail?: string): Row => ({
    what: `${what}: ${text}`,
    value,
    unit: "",
    goal: 0,
    detail,
  });
  return [
    row("paid orders that are not completed with their vouchers", lost, purchases),
    row("shoppers with two paid orders", doubled),
    row("orders without exactly one mail", mails),
    row("pages that name another shopper", crossed, detail),
  ];
}

type Setting = {
  what: string;
  to: string;
  values: Record<string, string>;
  shoppers: BenchShopper[];
  buyers: PageBuyers;
  shop: Deployment;
};

async function moveOnce({ what, to, values, shoppers, buyers, shop }: Setting): Promise<Row[]> {
  const outcomes = new Map<string, number>();
  let isOver = false;
  let tail = 0;
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    for (let at = lane; !isOver; at += LANES) {
      const { token, hasCoins } = shoppers[at % shoppers.length]!;
      const { orderNumber, status } = await placeOrder(shop.apis[at % 2]!.port, token, hasCoins);
      outcomes.set(orderNumber, status);
      if (tail > 0 && status === 201) tail++;
      if (status !== 201) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  buyers.start(shop.url, PAGE_LANES);
  await buyers.orders(PAGE_LANES.lanes);
  const from = performance.now();
  const printed = await runCli(values, "move", "bench", "--to", to);
  const seconds = (performance.now() - from) / 1000;
  const closed = Number(/Published bench after ([\d.]+) s/.exec(printed)![1]);
  tail = 1;
  while (tail < 50) await new Promise((resolve) => setTimeout(resolve, 50));
  await buyers.orders(PAGE_LANES.lanes);
  isOver = true;
  await Promise.all([...lanes, buyers.stop()]);
  await settle(values);
  await runCli(values, "move", "bench", "--finish");

  const tenant = JSON.parse(readFileSync(join(values.TENANTS_DIR!, "bench", "tenant.json"), "utf8")) as object;
  if (!("database" in tenant) || tenant.database !== to) throw new Error("tenant.json names another database");
  const { stored, differences } = await withBrand(values, async (shop) => ({
    stored: await shop.db.read
      .selectFrom("orders")
      .select("order_number")
      .where("order_number", "like", "ORD-%")
      .execute(),
    differences: await auditLedger(shop),
  }));
  const numbers = new Set(stored.map(({ order_number }) => order_number));
  const answered = (isWanted: (status: number) => boolean) =>
    [...outcomes].filter(([, status]) => isWanted(status)).map(([number]) => number);
  const taken = answered((status) => status === 201);
  const refused = answered((status) => status === 503);
  const others = answered((status) => status !== 201 && status !== 503);
  const detail = `${taken.length} orders taken, ${refused.length} answered 503`;
  return [
    { what: `${what}: closed for`, value: closed, unit: "s", goal: 30, detail: `${seconds.toFixed(0)} s in all` },
    { what: `${what}: orders lost`, value: taken.filter((one) => !numbers.has(one)).length, unit: "", goal: 0, detail },
    {
      what: `${what}: refused orders that exist`,
      value: refused.filter((one) => numbers.has(one)).length,
      unit: "",
      goal: 0,
    },
    {
      what: `${what}: other answers`,
      value: others.length,
      unit: "",
      goal: 0,
      detail: [...new Set(others.map((one) => outcomes.get(one)))].join(),
    },
    { what: `${what}: differences in the books`, value: differences.length, unit: "", goal: 0 },
  ];
}

async function placeOrder(port: number, token: string, hasCoins: boolean) {
  const orderNumber = `ORD-${randomUUID()}`;
  const url = `http://bench.localhost/payment-success?order_number=${orderNumber}`;
  const coins = hasCoins ? CART.coins : 0;
  const body = {
    order_number: orderNumber,
    coins_used: coins,
    amount: CART.rupees - coins,
    redirect_url: url,
    notify_url: url,
  };
  const answer = await fetch(`http://127.0.0.1:${port}/bench/place-order/`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-awning-key": SECRETS.FORWARD_KEY,
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return { orderNumber, status: answer.status };
}

async function runCli(values: Record<string, string>, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [CLI, ...args], { env: { PATH: process.env.PATH, ...values } });
  const from = performance.now();
  child.stdout.on(
    "data",
    (line) => process.env.VERBOSE && console.error(Math.round(performance.now() - from), String(line)),
  );
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (code !== 0) throw new Error(`awning ${args.join(" ")} ended with ${code}: ${stderr}${stdout}`);
  return stdout;
}

/** Completed orders of one shopper, each with its line, payment, event, voucher, receipt and delivered mail. */
function addPastOrders(file: string, count: number) {
  const db = new SqliteDatabase(file);
  const at = Date.now() - 90 * 86_400_000;
  db.function("at", { deterministic: true }, () => at);
  db.exec(`begin;
    create temp table past as with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      select i, lower(hex(randomblob(10))) as id from n;
    create temp table one as select (select min(id) from users) as user_id, (select min(id) from products) as product_id;
    insert into orders (id, user_id, order_number, fingerprint, status, total, amount, coins, balance_after, redirect_url,
        notify_url, cart_cleared, created_at, updated_at, expires_at)
      select id, user_id, 'PAST' || i, id, 'completed', 50000, 50000, 0, 0, 'http://bench.localhost/payment-success',
        'http://bench.localhost/payment-success', 1, at() + i, at() + i, at() + i from past, one;
    insert into order_items (id, order_id, position, cart_item_id, product_id, name, image_url, category, price_mrp,
        denomination, quantity, validity_days, status, issued)
      select 'i' || id, id, 0, 'c' || id, product_id, 'Crust Court', '/media/cards/crust.svg', 'Food', 10000, 50000, 1, 365,
        'issued', 1 from past, one;
    insert into payments (id, order_id, amount, created_at, polls) select 'p' || id, id, 50000, at() + i, 1 from past;
    insert into payment_events (event_id, payment_id, result, amount, currency, outcome, received_at)
      select 'e' || id, 'p' || id, 'success', 50000, 'INR', 'paid', at() + i from past;
    insert into vouchers (id, product_id, fingerprint, card_number_sealed, order_item_id, unit, issued_at, expires_at, created_at)
      select 'v' || id, product_id, 'f' || id, hex(randomblob(40)), 'i' || id, 0, at() + i, at() + 31536000000, at() from past, one;
    insert into receipts (order_id, financial_year, serial, username, email, issued_at)
      select id, '1999-00', i, 'Asha Rao', 'asha@bench.test', at() + i from past;
    insert into receipt_counters values ('1999-00', ${count});
    insert into outbox (id, kind, about, tries, next_try_at, delivered_at, created_at)
      select 'm' || id, 'vouchers', id, 1, at() + i, at() + i, at() + i from past;
    commit;`);
  db.close();
}

async function runOn(connectionString: string, statement: string) {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
