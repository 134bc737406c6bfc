import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";

import { auditLedger } from "../../api/audit/ledger-audit.ts";
import { freePort } from "../../tests/helpers/http/free-port.ts";
import { startDeployment } from "../../tests/helpers/processes/deployment.ts";
import { createBrand, fillBrand, withBrand } from "../brand.ts";
import { median } from "../load.ts";
import type { Row } from "../table.ts";
import { PageBuyers, settle } from "./page-buyers.ts";
import { startCluster } from "./postgres-cluster.ts";

/** Orders that complete between two faults. */
const BETWEEN_FAULTS = 4;

/**
 * Shoppers buy through two storefronts, two APIs and a worker. One replica after another is killed and started again, Redis
 * stops, and PostgreSQL fails over to its standby. Each payer has exactly one order, completed, with its vouchers and one mail,
 * and no page contains another shopper's name.
 */
export async function replicas(rounds = Number(process.env.N ?? 9)): Promise<Row[]> {
  await using cluster = await startCluster();
  await using redis = new Redis(await freePort());
  const { folder, values } = createBrand(cluster.url);
  const { TENANTS_DIR, DATA_KEY } = values;
  const env = { TENANTS_DIR, DATA_KEY, DATABASE_URL: cluster.url, REDIS_URL: redis.url, LOG_LEVEL: "warn" };
  try {
    const made = await withBrand(values, (shop) => fillBrand(shop, 400));
    const buyers = new PageBuyers(made);
    await redis.start();
    const restarts: number[] = [];
    let failOverMs = 0;
    {
      await using shop = await startDeployment({ env });
      buyers.start(shop.url);
      await buyers.orders(BETWEEN_FAULTS);
      for (let round = 0; round < rounds; round++) {
        const killed = [shop.storefronts, shop.apis, [shop.worker]][round % 3]!;
        const replica = killed[Math.floor(round / 3) % killed.length]!;
        await replica.kill9();
        if (killed.length > 1) await buyers.orders(BETWEEN_FAULTS); // the other replica serves
        const from = performance.now();
        await replica.start();
        restarts.push(performance.now() - from);
        if (round === Math.floor(rounds / 3)) await redis.stop();
        if (round === Math.floor((2 * rounds) / 3)) {
          const from = performance.now();
          await cluster.failOver();
          await buyers.orders(1);
          failOverMs = performance.now() - from;
          await redis.start();
        }
        await buyers.orders(BETWEEN_FAULTS);
      }
      await buyers.stop();
      await settle(values);
    }
    const { lost, doubled, mails } = await withBrand(values, (shop) => buyers.compare(shop));
    const differences = await withBrand(values, auditLedger);
    for (const difference of differences.slice(0, 5)) console.error(difference);
    const what = `${rounds} kill -9 of storefronts, APIs and worker, Redis stopped, PostgreSQL failed over`;
    const detail = `${buyers.paid} orders paid, ${buyers.begunAgain} purchases begun again`;
    const pages = buyers.pages();
    return [
      {
        what: `${what}: paid orders that are not completed with their vouchers`,
        value: lost,
        unit: "",
        goal: 0,
        detail,
      },
      { what: `${what}: shoppers with two paid orders`, value: doubled, unit: "", goal: 0 },
      { what: `${what}: orders without exactly one mail`, value: mails, unit: "", goal: 0 },
      {
        what: `${what}: pages that name another shopper`,
        value: pages.crossed,
        unit: "",
        goal: 0,
        detail: pages.detail,
      },
      { what: `${what}: differences in the books`, value: differences.length, unit: "", goal: 0 },
      { what: `${what}: until a killed replica is ready, median`, value: median(restarts), unit: "ms", goal: 10_000 },
      {
        what: `${what}: from the end of the primary to the next paid order`,
        value: failOverMs,
        unit: "ms",
        goal: 30_000,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A Redis server for this measurement. */
class Redis {
  readonly #port: number;
  #process: ChildProcess | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  get url() {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async start() {
    const args = ["--port", String(this.#port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    this.#process = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
    for await (const text of this.#process.stdout!.iterator({ destroyOnReturn: false }))
      if (/Ready to accept/i.test(String(text))) return;
    throw new Error("redis-server did not start");
  }

  async stop() {
    if (!this.#process || this.#process.exitCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await ended;
  }

  [Symbol.asyncDispose] = () => this.stop();
}
