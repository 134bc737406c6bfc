/**
 * Measures the speed of the order pages in the console of a big brand. It builds shoppers and orders by SQL. Then it
 * prints p50 and p99 of the list, each filter, each search, and one order.
 *
 *   node bench/console/orders.ts [ORDERS] [SHOPPERS]      on SQLite; on PostgreSQL with BENCH_DATABASE_URL
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

import { pino } from "pino";

import type { TenantDatabase } from "../../api/db/database.ts";
import { createPostgresDatabases } from "../../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../../api/db/sqlite/sqlite.ts";
import { createTenantKeys } from "../../api/domain/keys.ts";
import { listGiftsOfOrders } from "../../api/repositories/gifts/gifts.ts";
import { ATTENTION } from "../../api/repositories/orders/attention.ts";
import { listOrders, ORDER_SORTS, type OrderFilter } from "../../api/repositories/orders/list-orders.ts";
import { listCards, readOrderParts } from "../../api/repositories/orders/read-order.ts";
import { type SearchedShop, searchOrders } from "../../api/search/search-brand.ts";
import { addProducts, buildBigBrand, indexBigBrand, YEAR_MS } from "./big-brand.ts";

const [orders = 1_000_000, shoppers = 200_000] = process.argv.slice(2).map(Number);
const ROUNDS = 100;
const START = Date.UTC(2025, 0, 1);
const STEP = Math.floor(YEAR_MS / orders);

const dataDir = mkdtempSync(join(tmpdir(), "awning-console-orders-"));
const url = process.env.BENCH_DATABASE_URL;
const databases = url ? createPostgresDatabases(url, pino({ level: "silent" })) : createSqliteDatabases(dataDir);
const db = await databases.open("acme");
try {
  const began = performance.now();
  await addProducts(db);
  await buildBigBrand("acme", db, { orders, shoppers }, START);
  await indexBigBrand("acme", db);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${orders} orders of ${shoppers} shoppers on ${db.engine}, built in ${seconds} s`);
  await measure(db);
} finally {
  await db.close();
  await databases.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(db: TenantDatabase) {
  const { read } = db;
  const keys = createTenantKeys([{ id: "1", bytes: Buffer.alloc(32, 7) }], "acme");
  const shop = { db, keys, tenant: { id: "acme" } } as SearchedShop;
  const page = { sort: "-created", limit: 51 } as const;
  const list = (filter: OrderFilter, change: object = {}) => listOrders(read, filter, { ...page, ...change });
  const search = async (q: string) => list({ ids: (await searchOrders(shop, { typed: q, seesPeople: true })).ids });
  const any = (most: number) => 1 + Math.floor(Math.random() * most);
  const middle = START + Math.floor(YEAR_MS / 2);
  const month = { since: middle, until: middle + YEAR_MS / 12 };

  for (const sort of ORDER_SORTS) await time(`list ${sort}`, () => list({}, { sort }));
  await time("list, a later page", () => list({}, { after: { value: START + any(orders) * STEP, id: "o" } }));
  for (const status of ["completed", "paid", "expired", "failed"] as const)
    await time(`state ${status}`, () => list({ status }));
  for (const attention of ATTENTION) await time(`needs ${attention}`, () => list({ attention }));
  for (const gateway of ["razorpay", "phonepe", "none"]) await time(`gateway ${gateway}`, () => list({ gateway }));
  await time("a month", () => list(month));
  await time("a month, by amount", () => list(month, { sort: "-total" }));
  await time("a day, by amount", () => list({ since: middle, until: middle + YEAR_MS / 365 }, { sort: "-total" }));
  await time("expired in a month, by amount", () => list({ ...month, status: "expired" }, { sort: "-total" }));
  await time("rare state of a gateway", () => list({ status: "paid_late", gateway: "cashfree" }));

  await time("search number", () => search(`ORD${10_000_000_000 + any(orders) * 7}`));
  await time("search last digits", () => search(String(10_000_000_000 + any(orders) * 7).slice(-6)));
  await time("search four digits", () => search(String(1000 + any(8999))));
  await time("search address", () => search(`shopper${any(shoppers)}@example.test`));
  await time("search friend's address", () => search(`friend${any(orders / 10) * 10}@example.test`));
  await time("search phone", () => search(String(9_000_000_000 + any(shoppers))));
  await time("search a common name", () => search("asha rao"));
  await time("search a family name", () => search("shah"));
  await time("search four letters", () => search("asha"));
  await time("search UTR", () => search(String(400_000_000_000 + any(orders))));
  await time("search payment", () => search(`pay_${any(orders)}`));
  await time("search gateway's order", () => search(`order_${any(orders)}`));
  await time("search nothing", () => search("nobody@nowhere.test"));
  await time("one order", async () => {
    const id = `o${any(orders)}`;
    await Promise.all([readOrderParts(read, id), listCards(read, id), listGiftsOfOrders(read, [id])]);
  });
}

async function time(name: string, run: () => Promise<unknown>) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS && !(round >= 10 && times[0]! > 1_000); round++) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1).padStart(8);
  console.log(`${name.padEnd(34)} p50 ${at(0.5)} ms   p99 ${at(0.99)} ms`);
}
