import type { Logger } from "pino";
import { Counter, Gauge, Registry } from "prom-client";

import { isLoopbackDemo } from "../../config/loopback.ts";
import type { Tenant } from "../../config/schema.ts";
import { isCurrentKeyWrong } from "../audit/rotate-keys.ts";
import { sealClaimLinks } from "../catalogue/seal-claim-links.ts";
import type { Clock } from "../clock.ts";
import type { Databases } from "../db/database.ts";
import { createTenantKeys, type Key } from "../domain/keys.ts";
import { createPasswords } from "../domain/passwords.ts";
import { type LimiterStore, processLimiters } from "../limits/limiter-store.ts";
import type { Limits } from "../limits/limits.ts";
import { createLoginLimiter } from "../limits/login-limiter.ts";
import { createRasteriser } from "../media/rasterise.ts";
import { createAlarms } from "../monitoring/alarms.ts";
import type { Mailer } from "../ports/mailer.ts";
import { createSandboxGateway } from "../sandbox/gateway.ts";
import { keepInMailbox } from "../sandbox/mailbox.ts";
import type { Shop } from "../shop.ts";
import { type BackgroundWorker, createBackgroundWorker } from "./background-worker.ts";

type Options = {
  databases: Databases;
  clock: Clock;
  log: Logger;
  dataKeys: Key[];
  limits: Limits;
  /** Absent: attempts are counted in this process. */
  limiters?: LimiterStore;
  /** Absent: nobody reads the metrics. */
  registry?: Registry;
  createMailer(tenant: Tenant): Mailer;
  /** Where the sandbox notifies on loopback names, whatever port their URL has; absent or 0: the URL's own. */
  storefrontPort?: number;
  /** False: nobody takes up open orders in the background. */
  workers?: boolean;
};

/** The open shops of one process. */
export type ShopRegistry = {
  /** Makes `tenants` the ones that are served: opens (creates, migrates, seeds) new ones, closes those that left. */
  replace(tenants: Tenant[]): Promise<Shop[]>;
  close(): Promise<void>;
};

/** How long a shop that left stays open for the requests that are under way. */
const LINGER_MS = 30_000;

type OpenShop = { shop: Shop; worker: BackgroundWorker };

export function createShopRegistry({
  databases,
  clock,
  log,
  dataKeys,
  limits,
  limiters = processLimiters,
  registry = new Registry(),
  createMailer,
  storefrontPort,
  workers = true,
}: Options): ShopRegistry {
  const passwords = createPasswords();
  const rasterise = createRasteriser();
  const alarms = createAlarms(log, registry);
  let open = new Map<string, OpenShop>();
  measureWork(registry, () => [...open.values()].flatMap(({ worker }) => worker.look()));

  async function openShop(tenant: Tenant): Promise<OpenShop> {
    const previous = open.get(tenant.id)?.shop;
    const keys = createTenantKeys(dataKeys, tenant.id);
    const db = previous?.db ?? (await databases.open(tenant.id));
    const mailer = createMailer(tenant);
    const shop: Shop = {
      tenant,
      db,
      clock,
      log: log.child({ tenant: tenant.id }),
      keys,
      passwords,
      rasterise,
      limits,
      alarms,
      loginLimiter: previous?.loginLimiter ?? createLoginLimiter(limits, tenant.id, limiters),
      payments: createSandboxGateway({ db, clock, keys, storefrontPort }),
      mailer: isLoopbackDemo(tenant) ? keepInMailbox({ tenantId: tenant.id, db, keys, clock }, mailer) : mailer,
    };
    if (!previous) {
      await sealClaimLinks(shop);
      if (await isCurrentKeyWrong(shop)) {
        const key = keys.current("voucher").id;
        shop.log.error({ key }, "DATA_KEY holds another key under this id than the one that sealed the codes");
      }
    }
    if (tenant.seed === "demo" && !previous) {
      const { seedDemo } = await import("../seed/seed-demo.ts"); // real shops and commands start without it
      await seedDemo(shop);
    }
    return { shop, worker: createBackgroundWorker(shop) };
  }

  return {
    async replace(tenants) {
      const next = new Map<string, OpenShop>();
      for (const tenant of tenants) next.set(tenant.id, await openShop(tenant));
      await Promise.all([...open.values()].map(({ worker }) => worker.stop()));
      for (const [id, { shop }] of open) {
        if (!next.has(id)) setTimeout(() => void shop.db.close(), LINGER_MS).unref();
      }
      open = next;
      if (workers) for (const { worker } of open.values()) worker.start();
      return [...open.values()].map(({ shop }) => shop);
    },

    async close() {
      await Promise.all([...open.values()].map(({ worker }) => worker.stop()));
      for (const { shop } of open.values()) await shop.db.close();
      open = new Map();
    },
  };
}

/** Of all shops together: the longest round under way, and the rounds that failed, of each kind of work. */
function measureWork(registry: Registry, look: () => ReturnType<BackgroundWorker["look"]>) {
  const labelNames = ["work"];
  const registers = [registry];
  new Gauge({
    name: "awning_work_seconds",
    help: "How long the round of background work that is under way has taken, by kind",
    labelNames,
    registers,
    collect() {
      for (const [work, loops] of Map.groupBy(look(), ({ name }) => name))
        this.set({ work }, Math.max(...loops.map((loop) => loop.seconds)));
    },
  });
  new Counter({
    name: "awning_work_failures_total",
    help: "Rounds of background work that failed, by kind",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const loop of look()) this.inc({ work: loop.name }, loop.failures);
    },
  });
}
