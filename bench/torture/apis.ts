import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { Client } from "pg";
import { Pool } from "undici";

import { auditLedger } from "../../api/audit/ledger-audit.ts";
import type { Shop } from "../../api/shop/shop.ts";
import { type BenchShopper, createBrand, fillBrand, withBrand } from "../brand.ts";
import { findServer } from "../find-server.ts";

const PROGRAM = fileURLToPath(new URL("../../api/server.ts", import.meta.url));
const SOCKETS = 250;

type Call = { method?: string; path: string; token?: string; body?: unknown; headers?: Record<string, string> };
type Answer = { status: number; text: string };

/** One brand on PostgreSQL behind two API processes, which get the calls in turn. */
export type Apis = {
  shoppers: BenchShopper[];
  call(call: Call): Promise<Answer>;
  /** Opens the brand's shop in this process, for actions without a call. */
  withShop<Value>(use: (shop: Shop) => Promise<Value>): Promise<Value>;
  /** Ends every connection to the database, even in the middle of a query. */
  cutDatabase(): Promise<void>;
  /** Kills one of the two and starts it again. @returns the ms until it listens */
  kill(index: 0 | 1): Promise<number>;
};

/** Runs `use`; afterwards the books must reconcile. @returns the result of `use`, and the differences in the books */
export async function withTwoApis<Value>(count: number, use: (apis: Apis) => Promise<Value>) {
  const { url: server, stop: stopPostgres } = await findServer();
  const name = `awning_torture_${process.pid}`;
  await runOn(server, `create database ${name}`);
  const { folder, values } = createBrand(Object.assign(new URL(server), { pathname: `/${name}` }).href);
  const children: ChildProcess[] = [];
  const pools: Pool[] = [];

  async function start(index: number) {
    const child = fork(PROGRAM, { env: { PATH: process.env.PATH, NODE_ENV: "production", ...values } });
    children[index] = child;
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    void pools[index]?.destroy();
    pools[index] = new Pool(`http://127.0.0.1:${port}`, { connections: SOCKETS });
  }

  try {
    const shoppers = await withBrand(values, (shop) => fillBrand(shop, count));
    await start(0);
    await start(1);
    let turn = 0;
    const value = await use({
      shoppers,
      async call({ method = "POST", path, token, body, headers }) {
        const answer = await pools[turn++ % 2]!.request({
          method: method as "POST",
          path: `/bench${path}`,
          headers: {
            ...(body !== undefined && { "content-type": "application/json" }),
            ...(token && { authorization: `Bearer ${token}` }),
            ...headers,
          },
          body: typeof body === "string" || body === undefined ? (body ?? null) : JSON.stringify(body),
        });
        return { status: answer.statusCode, text: await answer.body.text() };
      },
      withShop: (run) => withBrand(values, run),
      cutDatabase: () =>
        runOn(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
      async kill(index) {
        const child = children[index]!;
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
        const from = performance.now();
        await start(index);
        return performance.now() - from;
      },
    });
    await Promise.all(children.map((child) => stop(child)));
    const differences = await withBrand(values, auditLedger);
    for (const difference of differences.slice(0, 5)) console.error(difference);
    return { value, differences: differences.length };
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(pools.map((pool) => pool.destroy()));
    rmSync(folder, { recursive: true, force: true });
    await runOn(server, `drop database ${name} with (force)`);
    await stopPostgres?.();
  }
}

async function stop(child: ChildProcess) {
  const ended = once(child, "exit");
  child.disconnect(); // a forked API stops when its parent disconnects
  await ended;
}

async function runOn(connectionString: string, statement: string) {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Runs `work` for every number below `count`, `width` at once. @returns its duration in seconds */
export async function inParallel(count: number, width: number, work: (index: number) => Promise<unknown>) {
  const from = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return (performance.now() - from) / 1000;
}

/** The number of occurrences of each word. */
export class Tally {
  readonly #counts = new Map<string, number>();
  add = (word: string | number) => void this.#counts.set(String(word), this.of(word) + 1);
  of = (word: string | number) => this.#counts.get(String(word)) ?? 0;
  /** The number of all other words. */
  others = (...words: (string | number)[]) =>
    [...this.#counts].reduce((sum, [word, count]) => (words.map(String).includes(word) ? sum : sum + count), 0);
  toString = () => [...this.#counts].map(([word, count]) => `${word}: ${count}`).join(", ");
}
