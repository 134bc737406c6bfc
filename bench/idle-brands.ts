import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";
import { pino } from "pino";
import { request } from "undici";

import { createApi } from "../api/app.ts";
import { parseEnv } from "../api/base/env.ts";
import { prepareShops } from "../api/tenancy/bootstrap.ts";
import type { ShopRegistry } from "../api/tenancy/shop-registry.ts";
import { type Tenant, TenantSchema } from "../config/brand/schema.ts";
import { onBothDatabases } from "./databases.ts";
import type { Row } from "./table.ts";

const BRANDS = Number(process.env.N ?? 200);
const SETTLE_MS = 3_000;
const IDLE_MS = 10_000;

/** Brands without visitors: the API's start time, the idle cost per second, and the time of a first request. */
export const idleBrands = () =>
  onBothDatabases(async (database, url) => {
    const folder = mkdtempSync(join(tmpdir(), "awning-bench-"));
    const parsed = parseEnv({
      DATA_DIR: folder,
      TENANTS_DIR: folder,
      DATA_KEY: randomBytes(32).toString("base64"),
      COMMERCE_API_PORT: "0",
      ...(url === undefined ? {} : { DATABASE_URL: url }),
    });
    if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
    const tenants = Array.from({ length: BRANDS }, (_, index) =>
      TenantSchema.parse({ id: `brand-${index}`, hostnames: [`brand-${index}.localhost`] }),
    );
    const log = pino({ level: "silent" });
    const open = () => openAll(() => prepareShops(parsed.env, { tenants, log }), tenants);
    try {
      const first = await open();
      await first.close();
      await using brands = await open();
      await sleep(SETTLE_MS);
      const idle = await measureIdle(url);
      const firstMs = await measureFirstRequest(brands.shops, tenants.at(-1)!);
      const row = (what: string, value: number, unit: string, goal: number): Row => {
        return { what: `${database}, ${BRANDS} idle brands: ${what}`, value, unit, goal };
      };
      return [
        row("creating them all", first.seconds, "s", BRANDS / 4),
        row("starting with them again", brands.seconds, "s", BRANDS / 100),
        row("CPU time a brand and second", idle.cpuUs / BRANDS, "µs", 100),
        ...(idle.queries === undefined ? [] : [row("queries of all brands", idle.queries, "/s", 2 + BRANDS / 100)]),
        row("first request of a brand", firstMs, "ms", 100),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

async function openAll(prepare: () => ReturnType<typeof prepareShops>, tenants: Tenant[]) {
  const start = performance.now();
  const { databases, shops } = prepare();
  await shops.replace(tenants);
  const close = async () => {
    await shops.close();
    await databases.close();
  };
  return { shops, seconds: (performance.now() - start) / 1_000, close, [Symbol.asyncDispose]: close };
}

/** The CPU time of this process and its queries to PostgreSQL, per second. */
async function measureIdle(url: string | undefined) {
  const counting = countQueries(Client.prototype);
  const cpu = process.cpuUsage();
  await sleep(IDLE_MS);
  const { user, system } = process.cpuUsage(cpu);
  const queries = counting.stop() / (IDLE_MS / 1_000);
  return { cpuUs: (user + system) / (IDLE_MS / 1_000), queries: url === undefined ? undefined : queries };
}

/** The server's own count would be seconds late, because idle connections report their counts late. */
function countQueries(client: Client) {
  const { query } = client;
  let count = 0;
  client.query = function (this: Client, ...args: unknown[]) {
    count++;
    return query.apply(this, args as never);
  } as typeof query;
  return {
    stop() {
      client.query = query;
      return count;
    },
  };
}

async function measureFirstRequest(shops: ShopRegistry, { id }: Tenant): Promise<number> {
  const server = createServer(createApi({ shops, log: pino({ level: "silent" }) }) as RequestListener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const start = performance.now();
    const answer = await request(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${id}/home/`);
    await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`the first request answered ${answer.statusCode}`);
    return performance.now() - start;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
