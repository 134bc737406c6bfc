import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { pino } from "pino";

import type { TenantDatabase } from "../../../api/db/database.ts";
import { createPostgresDatabases } from "../../../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../../../api/db/sqlite/sqlite.ts";
import { defaultLimits } from "../../../api/limits/limits.ts";
import type { OrderRequest } from "../../../api/orders/new-order.ts";
import { placeOrder } from "../../../api/orders/place-order.ts";
import { reconcilePayments } from "../../../api/payments/reconcile.ts";
import { settlePayment } from "../../../api/payments/settle-payment.ts";
import type { ReceivedPayment } from "../../../api/ports/gateway.ts";
import { getOrder } from "../../../api/repositories/orders/orders.ts";
import { findPayment } from "../../../api/repositories/payments/payments.ts";
import { createShopRegistry } from "../../../api/tenancy/shop-registry.ts";
import { TenantSchema } from "../../../config/brand/schema.ts";

/** The process' work, and the moment of its kill: before or after the commit of its nth transaction. */
type Plan = {
  storage: { engine: "sqlite" | "postgres"; dataDir: string; url: string | undefined };
  now: number;
  discountPercent?: number;
  killAt: number;
  isCommitted: boolean;
} & (
  | { settle: { paymentId: string; received: ReceivedPayment } }
  | { place: { userId: string; request: OrderRequest; isGatewayElsewhere: boolean } }
  | { reconcile: true }
);

/** Runs the plan in a separate process, in the test API's first tenant. @returns the signal that ended it */
export async function runUntilKilled(plan: Plan): Promise<string | null> {
  const file = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, [file, JSON.stringify(plan)], { stdio: ["ignore", "inherit", "inherit"] });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (code !== null && code !== 0) throw new Error(`the process ended with ${code}`);
  return signal;
}

function killedAt(db: TenantDatabase, { killAt, isCommitted }: Plan): TenantDatabase {
  let count = 0;
  const kill = () => process.kill(process.pid, "SIGKILL");
  return {
    ...db,
    async transaction(fn) {
      const isLast = ++count === killAt;
      const result = await db.transaction(async (tx) => {
        const inner = await fn(tx);
        if (isLast && !isCommitted) kill();
        return inner;
      });
      if (isLast) kill();
      return result;
    },
  };
}

async function main(plan: Plan) {
  const { engine, dataDir, url } = plan.storage;
  const log = pino({ level: "silent" });
  const databases = engine === "sqlite" ? createSqliteDatabases(dataDir) : createPostgresDatabases(url!, log);
  const shops = createShopRegistry({
    databases: { ...databases, connect: async (tenantId) => killedAt(await databases.connect(tenantId), plan) },
    clock: { now: () => plan.now },
    log,
    dataKeys: [{ id: "1", bytes: Buffer.alloc(32, 7) }],
    limits: defaultLimits,
    createMailer: () => ({ send: async () => {} }),
    workers: false,
  });
  const tenant = { id: "acme", hostnames: ["acme.localhost"], coins: { discountPercent: plan.discountPercent } };
  await shops.replace([TenantSchema.parse(tenant)]);
  const shop = await shops.open("acme");
  if ("settle" in plan) {
    const { paymentId, received } = plan.settle;
    const payment = (await findPayment(shop.db.read, paymentId))!;
    const order = await getOrder(shop.db.read, payment.order_id);
    await settlePayment(shop, payment, order, { state: "paid", received: [received], refunds: [] });
  } else if ("reconcile" in plan) await reconcilePayments(shop);
  else {
    const { userId, request, isGatewayElsewhere } = plan.place;
    if (isGatewayElsewhere) delete shop.payments.createIntentInside;
    await placeOrder(shop, { id: userId, mayGiveCoins: true }, request);
  }
  await shops.close();
  await databases.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(JSON.parse(process.argv[2]!) as Plan);
