import { isDeepStrictEqual } from "node:util";

import type { Logger } from "pino";

import type { Tenant } from "../../config/brand/schema.ts";
import { noteSuppliers } from "../catalogue/note-suppliers.ts";
import type { Databases } from "../db/database.ts";
import { boundChanges } from "../limits/changes-per-shopper.ts";
import type { LimiterStore } from "../limits/limiter-store.ts";
import type { Limits } from "../limits/limits.ts";
import { createLoginLimiter, type LoginLimiter } from "../limits/login-limiter.ts";
import { noteComparison } from "../payments/note-comparison.ts";
import type { Shop } from "../shop/shop.ts";
import { createBackgroundWorker } from "../work/background-worker.ts";
import { beginShop } from "./begin-shop.ts";
import { type Connected, OnDemandShop } from "./on-demand-shop.ts";
import type { Preparation } from "./preparation.ts";

/** A shop that was not used for this time is closed. */
const IDLE_MS = 60_000;
const SWEEP_MS = 5_000;

type Engine = Shop["db"]["engine"];

type Options = {
  databases: Databases;
  log: Logger;
  limits: Limits;
  limiters: LimiterStore;
  preparation: Preparation;
  createShop(tenant: Tenant, connected: Connected, loginLimiter: LoginLimiter): Shop;
};

/** The brands that are served. Closes unused shops, and those beyond the most that a database engine allows. */
export class ServedShops {
  readonly #options: Options;
  readonly #openCounts = { sqlite: 0, postgres: 0 };
  readonly #sweep = setInterval(() => this.#closeIdle(IDLE_MS), SWEEP_MS).unref();
  #shops = new Map<string, OnDemandShop>();
  /** Failures of work by its name, in shops that were closed since. */
  readonly failuresOfClosed = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  get all(): ReadonlyMap<string, OnDemandShop> {
    return this.#shops;
  }

  get = (tenantId: string) => this.#shops.get(tenantId);

  list = () => [...this.#shops.values()];

  /** Serves these brands; removed ones are closed when their requests have ended. */
  async replace(tenants: Tenant[]) {
    const { databases, log } = this.#options;
    const former = this.#shops;
    this.#shops = new Map(tenants.map((tenant) => [tenant.id, former.get(tenant.id) ?? this.#serve(tenant)]));
    for (const [id, brand] of former) {
      if (this.#shops.has(id)) continue;
      void brand.retire();
      databases.forget(id);
    }
    const change = async (tenant: Tenant) => {
      const brand = this.#shops.get(tenant.id)!;
      if (isDeepStrictEqual(brand.tenant, tenant)) return;
      await brand
        .change(tenant)
        .catch((error: unknown) => log.error({ err: error, tenant: tenant.id }, "tenant not reloaded"));
    };
    await Promise.all(tenants.map(change));
  }

  async close() {
    clearInterval(this.#sweep);
    await Promise.all(this.list().map((brand) => brand.end()));
    this.#shops = new Map();
  }

  #serve(tenant: Tenant): OnDemandShop {
    const { databases, log, limits, limiters, createShop } = this.#options;
    // It outlives the shop. Otherwise a guesser could wait until the shop is closed.
    const loginLimiter = createLoginLimiter(limits, tenant.id, limiters);
    return new OnDemandShop(tenant, {
      connect: (latest) => this.#connect(latest),
      createShop: (latest, connected) => createShop(latest, connected, loginLimiter),
      createWorker: createBackgroundWorker,
      begin: beginShop,
      async note(shop) {
        await noteSuppliers(shop);
        await noteComparison(shop);
      },
      onOpen: (engine) => this.#openCounts[engine]++,
      onClose: (engine) => this.#openCounts[engine]--,
      onIdle: (engine) => {
        const excess = this.#openCounts[engine] - databases.mostOpen(engine);
        if (excess > 0) this.#closeIdle(0, { engine, count: excess });
      },
      onWorkerStopped: (worker) => {
        for (const { name, failures } of worker.look())
          this.failuresOfClosed.set(name, (this.failuresOfClosed.get(name) ?? 0) + failures);
      },
      log,
    });
  }

  async #connect(tenant: Tenant): Promise<Connected> {
    const { databases, limits, preparation } = this.#options;
    await preparation.retry(tenant);
    return boundChanges(await databases.connect(tenant.id, tenant.database), limits.changesPerShopper);
  }

  /** Closes shops that were not used for `idleMs`; with `among`, `count` at most, the longest unused first. */
  #closeIdle(idleMs: number, among?: { engine: Engine; count: number }) {
    const before = performance.now() - idleMs;
    const idle = this.list().filter(
      (brand) => brand.isIdle && brand.usedAt <= before && (among === undefined || brand.engine === among.engine),
    );
    for (const brand of idle.sort((a, b) => a.usedAt - b.usedAt).slice(0, among?.count)) void brand.close();
  }
}
