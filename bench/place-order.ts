import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { Pool } from "undici";

import { auditLedger } from "../api/audit/ledger-audit.ts";
import { type BenchShopper, CART, createBrand, fillBrand, withBrand } from "./brand.ts";
import { onBothDatabases } from "./databases.ts";
import type { Row } from "./table.ts";

const SECONDS = 10;
const SOCKETS = 64;
const SHOPPERS = 500;

/** Orders over HTTP to the embedded API, on both databases, beside bare commits of the same database on the same disk. */
export const placeOrder = () => onBothDatabases(measure);

async function measure(database: string, url?: string): Promise<Row[]> {
  const { folder, values } = createBrand(url);
  const program = fileURLToPath(new URL("../api/server.ts", import.meta.url));
  try {
    const shoppers = await withBrand(values, (shop) => fillBrand(shop, SHOPPERS));
    const commits = await measureCommits(values);
    const api = fork(program, { env: { PATH: process.env.PATH, NODE_ENV: "production", ...values } });
    const [{ port }] = (await once(api, "message")) as [{ port: number }];
    const idleCpu = cpuMs(api.pid!);
    const { orders, failed, latencies, perSecond } = await load(port, shoppers);
    const cpu = (cpuMs(api.pid!) - idleCpu) / orders;
    const ended = once(api, "exit");
    api.disconnect();
    await ended;
    const differences = await withBrand(values, auditLedger);
    if (differences.length > 0) throw new Error(`the books differ: ${differences[0]}`);

    const at = (part: number) => latencies[Math.floor((latencies.length - 1) * part)] ?? 0;
    const detail = `${SOCKETS} sockets, ${SHOPPERS} shoppers, ${cpu.toFixed(2)} ms CPU of the API an order`;
    const what = (name: string) => `place-order on ${database}: ${name}`;
    return [
      { what: what("orders"), value: perSecond, unit: "/s", goal: 400, isAtLeast: true, detail },
      { what: what("p99"), value: at(0.99), unit: "ms", goal: 250, detail: `p50 ${Math.round(at(0.5))} ms` },
      { what: what("failed"), value: sum(failed), unit: "", goal: 0, detail: [...failed.keys()].join("; ") },
      {
        what: what("orders for each bare commit"),
        value: perSecond / commits,
        unit: "×",
        goal: 1,
        isAtLeast: true,
        detail: `${commits} commits/s, one after the other`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every socket places one order after another, each for the next shopper. */
async function load(port: number, shoppers: BenchShopper[]) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: SOCKETS });
  const failed = new Map<string, number>();
  const latencies: number[] = [];
  const begin = performance.now();
  const end = begin + SECONDS * 1000;
  let next = 0;

  async function placeOrders() {
    while (performance.now() < end) {
      const number = next++;
      const { token, hasCoins } = shoppers[number % shoppers.length]!;
      const order_number = `ORD${Date.now()}${number}`;
      const coins_used = hasCoins ? CART.coins : 0;
      const url = `http://bench.localhost/payment-success?order_number=${order_number}`;
      const order = { order_number, amount: CART.rupees - coins_used, coins_used, redirect_url: url, notify_url: url };
      const sent = performance.now();
      const { statusCode, body } = await pool.request({
        method: "POST",
        path: "/bench/place-order/",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify(order),
      });
      const text = await body.text();
      latencies.push(performance.now() - sent);
      if (statusCode === 201) continue;
      const answer = `${statusCode} ${text.slice(0, 100)}`;
      failed.set(answer, (failed.get(answer) ?? 0) + 1);
    }
  }

  await Promise.all(Array.from({ length: SOCKETS }, placeOrders));
  const seconds = (performance.now() - begin) / 1000;
  await pool.close();
  const orders = latencies.length - sum(failed);
  return { orders, failed, latencies: latencies.toSorted((a, b) => a - b), perSecond: orders / seconds };
}

/** Commits of one row each, one after the other, in a second. */
const measureCommits = (values: NodeJS.ProcessEnv) =>
  withBrand(values, async ({ db }) => {
    const end = performance.now() + 1_000;
    let commits = 0;
    for (; performance.now() < end; commits++) {
      const row = { name: `bench ${commits}`, used: 1, ends_at: 0 };
      await db.transaction((tx) => tx.insertInto("budgets").values(row).execute());
    }
    return commits;
  });

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);

/** User and system time of a process so far, in ms (Linux, in steps of 10 ms). */
function cpuMs(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
