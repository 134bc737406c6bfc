/**
 * How fast the console's orders answer in a big brand: builds shoppers and orders by SQL, then prints p50 and p99 of the
 * list, each filter, each search, and one order.
 *
 *   node bench/console-orders.ts [ORDERS] [SHOPPERS]      on SQLite; on PostgreSQL with BENCH_DATABASE_URL
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

import { sql } from "kysely";
import { pino } from "pino";

import type { TenantDatabase } from "../api/db/database.ts";
import { createPostgresDatabases } from "../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../api/db/sqlite/sqlite.ts";
import { createTenantKeys } from "../api/domain/keys.ts";
import { listGiftsOfOrders } from "../api/repositories/gifts.ts";
import { ATTENTION, listOrders, ORDER_SORTS, type OrderFilter } from "../api/repositories/order-desk/list-orders.ts";
import { listCards, readOrderParts } from "../api/repositories/order-desk/read-order.ts";
import { searchOrders } from "../api/repositories/order-desk/search-orders.ts";

const [orders = 1_000_000, shoppers = 200_000] = process.argv.slice(2).map(Number);
const ROUNDS = 100;
const START = Date.UTC(2025, 0, 1);
const YEAR_MS = 365 * 24 * 60 * 60_000;
const STEP = Math.floor(YEAR_MS / orders);

const dataDir = mkdtempSync(join(tmpdir(), "awning-console-orders-"));
const url = process.env.BENCH_DATABASE_URL;
const databases = url ? createPostgresDatabases(url, pino({ level: "silent" })) : createSqliteDatabases(dataDir);
const db = await databases.open("acme");
try {
  await build(db);
  await measure(db);
} finally {
  await db.close();
  await databases.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Each hundredth order needs attention in some way. */
async function build({ transaction, engine }: TenantDatabase) {
  const began = performance.now();
  const numbers = (count: number) =>
    engine === "postgres"
      ? sql`generate_series(1, ${sql.lit(count)}) as s(n)`
      : sql`(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${sql.lit(count)}) select n from s) as s`;
  const text = (value: ReturnType<typeof sql>) => sql`cast(${value} as text)`;
  await transaction(async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx);
    await run(sql`insert into users (id, username, email, email_key, phone, password_hash, created_at)
      select 'u' || n, case n % 3 when 0 then 'Asha Rao' when 1 then 'Vikram Shah' else 'Person' || n || ' Das' || n end,
        'shopper' || n || '@example.test', 'shopper' || n || '@example.test', ${text(sql`9000000000 + n`)}, 'x', ${START}
      from ${numbers(shoppers)}`);
    await run(sql`insert into orders (id, user_id, order_number, fingerprint, status, total, amount, coins, balance_after,
        redirect_url, notify_url, created_at, updated_at, expires_at, review)
      select 'o' || n, 'u' || (1 + n % ${sql.lit(shoppers)}), 'ORD' || (10000000000 + n * 7), 'f',
        case when n % 10000 = 1 then 'paid' when n % 10000 = 2 then 'paid_late' when n % 10000 = 3 then 'fulfilling'
          when n % 20 = 4 then 'expired' when n % 500 = 5 then 'refund_due' else 'completed' end,
        100 * (100 + n % 5000), 100 * (100 + n % 5000), 0, 0, '/', '/', ${START} + n * ${sql.lit(STEP)},
        ${START} + n * ${sql.lit(STEP)}, ${START} + n * ${sql.lit(STEP)}, case when n % 10000 = 1 then 'held' end
      from ${numbers(orders)}`);
    await run(sql`insert into order_items (id, order_id, position, cart_item_id, product_id, name, image_url, category,
        price_mrp, denomination, quantity, validity_days, status, issued)
      select 'i' || n, 'o' || n, 0, 'c', 1, 'Card', '/', 'Food', 100, 100 * (100 + n % 5000), 1, 365,
        case when n % 200 = 7 then 'refund_due' else 'issued' end, 1 from ${numbers(orders)}`);
    await run(sql`insert into gifts (order_item_id, recipient_name, recipient_email, message)
      select 'i' || n, 'Friend' || n || ' Iyer', 'friend' || n || '@example.test', '' from ${numbers(orders)} where n % 10 = 0`);
    await run(sql`insert into payments (id, order_id, amount, gateway, created_at)
      select 'p' || n, 'o' || n, 100 * (100 + n % 5000), case when n % 5000 = 0 then 'phonepe' when n % 2 = 0 then 'razorpay' else 'cashfree' end,
        ${START} from ${numbers(orders)}`);
    await run(sql`insert into payment_refs (payment_id, name, value)
      select 'p' || n, 'order', 'order_' || n from ${numbers(orders)}`);
    await run(sql`insert into payment_events (event_id, payment_id, gateway_payment_id, bank_reference, result, amount,
        currency, outcome, received_at)
      select 'e' || n, 'p' || n, 'pay_' || n, ${text(sql`400000000000 + n`)}, 'success', 100 * (100 + n % 5000), 'INR', 'paid',
        ${START} from ${numbers(orders)}`);
    await run(sql`insert into refunds (order_id, amount, coins, reason, created_at, sent_at)
      select 'o' || n, 100, 0, 'no_stock', ${START}, case when n % 2000 = 7 then null else ${START} end
      from ${numbers(orders)} where n % 200 = 7`);
    await run(sql`insert into supply_orders (ref, order_item_id, supplier, sku, face_value, quantity, state, give_up_at, created_at)
      select 's' || n, 'i' || n, 's', 's', 100, 1, case when n % 10000 = 3 then 'asked' else 'complete' end, ${START}, ${START}
      from ${numbers(orders)} where n % 4 = 3`);
  });
  if (engine === "postgres") await sql`analyze`.execute(db.read);
  console.log(`${orders} orders of ${shoppers} shoppers on ${engine}, built in ${seconds(began)} s`);
}

async function measure({ read }: TenantDatabase) {
  const keys = createTenantKeys([{ id: "1", bytes: Buffer.alloc(32, 7) }], "acme");
  const shop = { keys, tenant: { id: "acme" } } as Parameters<typeof searchOrders>[1];
  const page = { sort: "-created", limit: 51 } as const;
  const list = (filter: OrderFilter, change: object = {}) => listOrders(read, filter, { ...page, ...change });
  const search = async (q: string) => list({ ids: (await searchOrders(read, shop, q)).ids });
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
  await time("search two letters", () => search("as"));
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

function seconds(began: number) {
  return ((performance.now() - began) / 1000).toFixed(0);
}
