import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";

import { auditLedger } from "../../api/audit/ledger-audit.ts";
import { startDeployment } from "../../tests/helpers/processes/deployment.ts";
import { type Page, TextBrowser } from "../../tests/helpers/text-browser/page.ts";
import { createBrand, fillBrand, withBrand } from "../brand.ts";
import { median } from "../load.ts";
import { freePort } from "../program.ts";
import type { Row } from "../table.ts";
import { startCluster } from "./postgres-cluster.ts";

const LANES = 6;
/** Orders that complete between two faults. */
const BETWEEN_FAULTS = 4;
const TERMS = /^I accept Terms/;

type Buyer = { token: string; browser?: TextBrowser; number?: string; sandbox?: string; isPaid: boolean };

/**
 * Shoppers buy through two storefronts, two APIs and a worker, while one replica of each program after another is
 * killed and started again, Redis stops, and PostgreSQL fails over to its standby. Each payer has exactly one order,
 * completed, with its vouchers and one mail.
 */
export async function replicas(rounds = Number(process.env.N ?? 9)): Promise<Row[]> {
  await using cluster = await startCluster();
  await using redis = new Redis(await freePort());
  const { folder, values } = createBrand(cluster.url);
  const { TENANTS_DIR, DATA_KEY } = values;
  const env = { TENANTS_DIR, DATA_KEY, DATABASE_URL: cluster.url, REDIS_URL: redis.url, LOG_LEVEL: "warn" };
  try {
    const made = await withBrand(values, (shop) => fillBrand(shop, 400));
    // A shopper with coins pays less, on another screen.
    const buyers: Buyer[] = made.filter(({ hasCoins }) => !hasCoins).map(({ token }) => ({ token, isPaid: false }));
    await redis.start();
    const restarts: number[] = [];
    let failOverMs = 0;
    let cutOff = 0;
    {
      await using shop = await startDeployment({ env });
      const waiting = [...buyers];
      let isOver = false;
      let paid = 0;
      const lanes = Array.from({ length: LANES }, async () => {
        for (let buyer = waiting.shift(); buyer && !isOver; buyer = waiting.shift()) {
          while (!isOver && !(await buy(buyer, shop.url).catch(() => false))) {
            cutOff++;
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
          if (buyer.isPaid) paid++;
        }
      });
      const orders = async (count: number) => {
        for (const until = Date.now() + 120_000, goal = paid + count; paid < goal;) {
          if (Date.now() > until) throw new Error(`no ${count} orders in two minutes; ${paid} so far`);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      };
      await orders(BETWEEN_FAULTS);
      for (let round = 0; round < rounds; round++) {
        const killed = [shop.storefronts, shop.apis, [shop.worker]][round % 3]!;
        const replica = killed[Math.floor(round / 3) % killed.length]!;
        await replica.kill9();
        if (killed.length > 1) await orders(BETWEEN_FAULTS); // the other one serves
        const from = performance.now();
        await replica.start();
        restarts.push(performance.now() - from);
        if (round === Math.floor(rounds / 3)) await redis.stop();
        if (round === Math.floor((2 * rounds) / 3)) {
          const from = performance.now();
          await cluster.failOver();
          await orders(1);
          failOverMs = performance.now() - from;
          await redis.start();
        }
        await orders(BETWEEN_FAULTS);
      }
      isOver = true;
      await Promise.all(lanes);
      await settle(values);
    }
    const { lost, doubled, mails } = await withBrand(values, (shop) => compare(shop, buyers));
    const differences = await withBrand(values, auditLedger);
    for (const difference of differences.slice(0, 5)) console.error(difference);
    const what = `${rounds} kill -9 of storefronts, APIs and worker, Redis stopped, PostgreSQL failed over`;
    const detail = `${buyers.filter(({ isPaid }) => isPaid).length} orders paid, ${cutOff} purchases begun again`;
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

/**
 * From the cart to the sandbox's page, and its approval. A shopper who got no answer to that looks at the page again,
 * in the same browser. @returns whether this shopper has paid; a fault may throw anywhere
 */
async function buy(buyer: Buyer, urlOf: (brand: string, path: string) => string): Promise<boolean> {
  const browser = (buyer.browser ??= signedIn(buyer.token, urlOf("bench", "/cart")));
  if (buyer.sandbox === undefined) {
    const cart = well(await browser.open(urlOf("bench", "/cart")));
    const screen = well(await cart.submit("Proceed to Checkout"));
    const terms = screen.fields().find((label) => TERMS.test(label))!;
    const pay = well(await screen.submit(/^Pay ₹/, { PhonePe: true, [terms]: true }));
    buyer.number = /Reference (ORD\d+)/.exec(screen.text)![1]!;
    buyer.sandbox = well(await pay.follow(/^Open/)).url;
  }
  const sandbox = well(await browser.open(buyer.sandbox));
  if (sandbox.buttons().includes("Approve")) await sandbox.submit("Approve");
  buyer.isPaid = !well(await browser.open(buyer.sandbox))
    .buttons()
    .includes("Approve");
  return buyer.isPaid;
}

function signedIn(token: string, url: string): TextBrowser {
  const browser = new TextBrowser();
  const value = encodeURIComponent(Buffer.from(JSON.stringify(token)).toString("base64"));
  browser.cookies.of(url).set("access_token", { name: "access_token", value, attributes: new Map() });
  return browser;
}

function well(page: Page): Page {
  if (page.status !== 200) throw new Error(`${page.status} at ${page.url}`);
  return page;
}

type Shop = Parameters<Parameters<typeof withBrand>[1]>[0];

/** Waits until the worker has nothing left to do. @throws after two minutes */
async function settle(values: NodeJS.ProcessEnv) {
  const countOpen = (shop: Shop) =>
    Promise.all([
      shop.db.read.selectFrom("orders").select("id").where("status", "in", ["paid", "fulfilling"]).execute(),
      shop.db.read.selectFrom("outbox").select("id").where("delivered_at", "is", null).execute(),
    ]);
  for (const until = Date.now() + 120_000; ;) {
    const open = (await withBrand(values, countOpen)).flat().length;
    if (open === 0) return;
    if (Date.now() > until) throw new Error(`${open} orders and mails stay open`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function compare({ db }: Shop, buyers: Buyer[]) {
  const orders = await db.read.selectFrom("orders").select(["id", "order_number", "user_id", "status"]).execute();
  const completed = orders.filter(({ status }) => status === "completed");
  const vouchers = await db.read
    .selectFrom("vouchers")
    .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
    .select(["order_items.order_id"])
    .execute();
  const sent = await db.read.selectFrom("outbox").select("about as order_id").where("kind", "=", "vouchers").execute();
  const numberOf = (rows: { order_id: string | null }[], id: string) =>
    rows.filter(({ order_id }) => order_id === id).length;
  const byNumber = new Map(completed.map((order) => [order.order_number, order]));
  const isWhole = (number: string) => numberOf(vouchers, byNumber.get(number)?.id ?? "") === 2;
  return {
    lost: buyers.filter(({ isPaid, number }) => isPaid && !isWhole(number!)).length,
    doubled: completed.length - new Set(completed.map(({ user_id }) => user_id)).size,
    mails: completed.filter(({ id }) => numberOf(sent, id) !== 1).length,
  };
}

/** A Redis of this measurement's own. */
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
