import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

import { sql } from "kysely";
import { pino } from "pino";

import type { TenantDatabase } from "../../api/db/database.ts";
import { createPostgresDatabases, schemaName } from "../../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../../api/db/sqlite/sqlite.ts";
import { createTenantKeys } from "../../api/domain/keys.ts";
import { readFragments } from "../../api/domain/search/fragments.ts";
import { selectMatches } from "../../api/repositories/search/texts.ts";
import { searchBrand, type SearchedShop } from "../../api/search/search-brand.ts";
import { onBothDatabases } from "../databases.ts";
import type { Row } from "../table.ts";
import { addProducts, buildBigBrand, indexBigBrand, YEAR_MS } from "./big-brand.ts";

const ORDERS = Number(process.env.N ?? 1_000_000);
const SIZE = { orders: ORDERS, shoppers: Math.ceil(ORDERS / 5) };
const ROUNDS = 200;
const GOAL_MS = 300;
const BRAND = "acme";

const any = (most: number) => 1 + Math.floor(Math.random() * most);
const numberOf = (order: number) => `ORD${10_000_000_000 + order * 7}`;

/** Fragments, by the row's name. */
const FRAGMENTS: Record<string, () => string> = {
  "three digits": () => String(100 + any(899)),
  "the last six digits of an order": () => numberOf(any(ORDERS)).slice(-6),
  "an order's number": () => numberOf(any(ORDERS)),
  "the middle of a phone": () => String(9_000_000_000 + any(SIZE.shoppers)).slice(4, 9),
  "the end of a UTR": () => String(400_000_000_000 + any(ORDERS)).slice(-8),
  "a payment": () => `pay_${any(ORDERS)}`,
  "part of an address": () => `er${any(SIZE.shoppers)}@example`,
  "a friend's name": () => `iend${any(ORDERS / 10) * 10} iy`,
  "a common name": () => "asha",
  "a common name and a number": () => `rao ${any(9_999)}`,
  "letters of every text": () => "ord",
  "letters of every address": () => "@example.test",
  nobody: () => "nobody at all",
  "common letters that never follow each other": () => "shaoasharao",
};

/** The search of the console in a brand with a million orders, as the API runs it. */
export const consoleSearch = () =>
  onBothDatabases(async (database, url) => {
    const dataDir = mkdtempSync(join(tmpdir(), "awning-bench-"));
    const log = pino({ level: "silent" });
    const databases = url === undefined ? createSqliteDatabases(dataDir) : createPostgresDatabases(url, log);
    const db = await databases.open(BRAND);
    try {
      await addProducts(db);
      await buildBigBrand(BRAND, db, SIZE, Date.now() - YEAR_MS);
      const [began, size] = [performance.now(), await sizeOf(db)];
      await indexBigBrand(BRAND, db);
      const seconds = (performance.now() - began) / 1_000;
      if (db.engine === "postgres") await analyze(db);
      const megabytes = ((await sizeOf(db)) - size) / 1e6;
      console.error(await explain(db));
      const rows: Row[] = [
        {
          what: `texts of all orders on ${database}`,
          value: seconds,
          unit: "s",
          goal: 3_600,
          detail: "in the background",
        },
        { what: `texts and index on ${database}`, value: megabytes, unit: "MB", goal: ORDERS / 500 },
      ];
      for (const [name, write] of Object.entries(FRAGMENTS))
        rows.push({ ...(await time(db, write)), what: `${name} on ${database}` });
      return rows;
    } finally {
      await db.close();
      await databases.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

const inBrand = (db: TenantDatabase, query: ReturnType<typeof sql>) =>
  db.transaction(async (tx) => {
    await sql`set local search_path to ${sql.id(schemaName(BRAND))}`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    return query.execute(tx);
  });

const analyze = async (db: TenantDatabase) => {
  for (const table of ["search_orders", "search_recipients", "search_shoppers"])
    await inBrand(db, sql`analyze ${sql.id(table)}`);
};

/** Bytes of the whole database. */
async function sizeOf({ engine, read }: TenantDatabase): Promise<number> {
  const query =
    engine === "postgres"
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  return Number((await query.execute(read)).rows[0]!.bytes);
}

/** The plan of a rare fragment. */
async function explain({ engine, read }: TenantDatabase): Promise<string> {
  const query = selectMatches(read, "search_orders", readFragments("400000123456"));
  const plan = engine === "postgres" ? sql`explain analyze ${query}` : sql`explain query plan ${query}`;
  const { rows } = await plan.execute(read);
  return rows.map((row) => Object.values(row as object).at(-1)).join("\n");
}

async function time(db: TenantDatabase, write: () => string) {
  const keys = createTenantKeys([{ id: "1", bytes: Buffer.alloc(32, 7) }], BRAND);
  const shop = { db, keys, tenant: { id: BRAND } } as SearchedShop;
  const times: number[] = [];
  await searchBrand(shop, { typed: write(), seesPeople: true });
  for (let round = 0; round < ROUNDS; round++) {
    const typed = write();
    const began = performance.now();
    await searchBrand(shop, { typed, seesPeople: true });
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const median = times[ROUNDS / 2]!.toFixed(0);
  return { value: times.at(-3)!, unit: "ms", goal: GOAL_MS, detail: `p99 of ${ROUNDS}; median ${median} ms` };
}
