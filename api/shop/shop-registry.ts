import { isDeepStrictEqual } from "node:util";

import type { Logger } from "pino";
import { Registry } from "prom-client";

import { areAllLoopback, isLoopbackDemo } from "../../config/loopback.ts";
import type { Tenant } from "../../config/schema.ts";
import type { SecretValues } from "../../config/secrets.ts";
import type { Tracing } from "../../config/tracing.ts";
import { createHashThreads } from "../accounts/hash-threads.ts";
import { isCurrentKeyWrong } from "../audit/rotate-keys.ts";
import { noteSuppliers } from "../catalogue/note-suppliers.ts";
import { sealClaimLinks } from "../catalogue/seal-claim-links.ts";
import type { Clock } from "../clock.ts";
import { type Databases, isLockTimeout } from "../db/database.ts";
import { NewerSchemaError } from "../db/migrate.ts";
import { createTenantKeys, type Key } from "../domain/keys.ts";
import { createPasswords, type Derive } from "../domain/passwords.ts";
import { inLanes } from "../in-lanes.ts";
import { boundChanges } from "../limits/changes-per-shopper.ts";
import { FairQueue } from "../limits/fair-queue.ts";
import { type LimiterStore, processLimiters } from "../limits/limiter-store.ts";
import type { Limits } from "../limits/limits.ts";
import { createLoginLimiter, type LoginLimiter } from "../limits/login-limiter.ts";
import { createOneAtATime } from "../media/one-at-a-time.ts";
import { createRasteriser } from "../media/rasterise.ts";
import { createAlarms } from "../monitoring/alarms.ts";
import { noteComparison } from "../payments/note-comparison.ts";
import type { Mailer } from "../ports/mailer.ts";
import { createSender } from "../remote/send-request.ts";
import { keepInMailbox } from "../sandbox/mailbox.ts";
import type { Shop } from "../shop.ts";
import { createSuppliers } from "../suppliers/create-suppliers.ts";
import { createBackgroundWorker } from "./background-worker.ts";
import { createCensus } from "./census.ts";
import { createGateways } from "./create-gateways.ts";
import { measureQueues } from "./measure-queues.ts";
import { measureWork } from "./measure-work.ts";
import { type Connected, createOnDemandShop, type OnDemandShop } from "./on-demand-shop.ts";
import { createWakeUps } from "./wake-ups.ts";

type Options = {
  databases: Databases;
  clock: Clock;
  log: Logger;
  dataKeys: Key[];
  limits: Limits;
  /** Absent: attempts are counted in this process. */
  limiters?: LimiterStore;
  /** Hashes passwords. Absent: threads of low priority do. */
  derive?: Derive;
  /** Absent: nobody reads the metrics. */
  registry?: Registry;
  createMailer(tenant: Tenant): Mailer;
  /** The addresses of the owners of one brand. Absent: none. */
  listOwners?(brand: string): Promise<string[]>;
  /** Where the sandbox notifies on loopback names, whatever port their URL has; absent: the URL's own. */
  storefrontOrigin?: string;
  /** The secrets of gateways and suppliers; none by default. */
  secrets?: SecretValues;
  /** False: nobody takes up open orders in the background. */
  workers?: boolean;
  tracing?: Tracing;
};

/** The brands that one process serves. A brand's shop is opened when it is needed, and closed when it is not. */
export type ShopRegistry = {
  /**
   * Makes `tenants` the ones that are served. Creates, migrates and seeds the data of new ones; those that leave are
   * closed when their requests have ended, and all others go on. A brand that cannot be prepared is logged and answers
   * 503 until it can.
   * @param isLoopbackAllowed see Shop; to be passed if the deployment has brands that this process does not serve
   * @throws the first time, when a newer version has migrated a brand; and when no database can be reached
   */
  replace(tenants: Tenant[], isLoopbackAllowed?: boolean): Promise<void>;
  isServed(tenantId: string): boolean;
  /** The brands that are served. */
  tenants(): Tenant[];
  /** Opens a brand's shop until the registry closes. @throws when the brand is not served or cannot be opened */
  open(tenantId: string): Promise<Shop>;
  /** Opens a brand's shop until `leave`; undefined for a brand that is not served. @throws ApiError 503 */
  visit(tenantId: string, isUse?: boolean): ReturnType<OnDemandShop["visit"]> | undefined;
  close(): Promise<void>;
};

/** A shop that nobody has needed for so long is closed. */
const IDLE_MS = 60_000;
const SWEEP_MS = 5_000;
/** Seeds that run at the same time. */
const LANES = 4;
/** A brand that could not be prepared is tried again after so long, if somebody asks for it. */
const RETRY_MS = 5_000;
/**
 * A start waits so long for brands that another program migrates. It is less than the ten minutes of a startup probe
 * (docs/kubernetes.md).
 */
const MIGRATION_WAIT_MS = 300_000;

export function createShopRegistry({
  databases,
  clock,
  log,
  dataKeys,
  limits,
  limiters = processLimiters,
  derive = createHashThreads(limits.hashes.concurrent),
  registry = new Registry(),
  createMailer,
  listOwners = async () => [],
  storefrontOrigin,
  secrets = {},
  workers = true,
  tracing,
}: Options): ShopRegistry {
  const hashes = new FairQueue(limits.hashes);
  const drawInTurn = createOneAtATime();
  const rasterise = createRasteriser(drawInTurn);
  const sender = createSender();
  const alarms = createAlarms(log, registry);
  let served = new Map<string, OnDemandShop>();
  const unprepared = new Map<string, { error: Error; at: number }>();
  const failuresOfClosed = new Map<string, number>();
  const wakeUps = createWakeUps({ listChanged: databases.watch(), clock, log });
  const sweep = setInterval(() => closeIdle(IDLE_MS), SWEEP_MS).unref();
  const openCounts = { sqlite: 0, postgres: 0 };
  let isStarted = false;
  let isLoopbackAllowed = false;
  let replacing: Promise<void> = Promise.resolve();
  const census = createCensus({ registry, clock, log, listBrands: () => [...served.keys()], visit });
  measureQueues(registry, { hashes, databases });
  measureWork(registry, {
    look: () => [wakeUps.look(), ...[...served.values()].flatMap((brand) => brand.look())],
    failuresOfClosed,
  });

  function visit(tenantId: string, isUse = true) {
    return served.get(tenantId)?.visit(isUse);
  }

  function serve(tenant: Tenant): OnDemandShop {
    // Outlives the shop, or a guesser could wait until it is closed.
    const loginLimiter = createLoginLimiter(limits, tenant.id, limiters);
    return createOnDemandShop(tenant, {
      connect,
      createShop: (latest, connected) => createShop(latest, connected, loginLimiter),
      createWorker: createBackgroundWorker,
      begin,
      async note(shop) {
        await noteSuppliers(shop);
        await noteComparison(shop);
      },
      onOpen: (engine) => openCounts[engine]++,
      onClose: (engine) => openCounts[engine]--,
      onIdle(engine) {
        const excess = openCounts[engine] - databases.mostOpen(engine);
        if (excess > 0) closeIdle(0, { engine, count: excess });
      },
      onWorkerStopped(worker) {
        for (const { name, failures } of worker.look())
          failuresOfClosed.set(name, (failuresOfClosed.get(name) ?? 0) + failures);
      },
      log,
    });
  }

  async function connect(tenant: Tenant): Promise<Connected> {
    const { id, database } = tenant;
    const failed = unprepared.get(id);
    if (failed !== undefined) {
      if (performance.now() - failed.at < RETRY_MS) throw failed.error;
      await prepare([tenant]);
      const again = unprepared.get(id);
      if (again !== undefined) throw again.error;
    }
    return boundChanges(await databases.connect(id, database), limits.changesPerShopper);
  }

  async function prepare(tenants: Tenant[]) {
    const serverOf = new Map(tenants.map(({ id, database }) => [id, database]));
    const failed = await databases.prepare([...serverOf.keys()], (id) => serverOf.get(id));
    for (const { id } of tenants) {
      const error = failed.get(id);
      if (error === undefined) unprepared.delete(id);
      else unprepared.set(id, { error, at: performance.now() });
    }
  }

  /** A program that were ready earlier would answer 503 for a brand that another one still migrates. */
  async function waitForMigrations(tenants: Tenant[]) {
    for (const until = clock.now() + MIGRATION_WAIT_MS; clock.now() < until;) {
      const locked = tenants.filter(({ id }) => isLockTimeout(unprepared.get(id)?.error));
      if (locked.length === 0) return;
      log.warn(
        { tenants: locked.map(({ id }) => id) },
        "another program migrates these brands: the start waits for it",
      );
      await prepare(locked); // each of these attempts waits for its lock_timeout
    }
  }

  function createShop(tenant: Tenant, { db, isShopperBusy }: Connected, loginLimiter: LoginLimiter): Shop {
    const keys = createTenantKeys(dataKeys, tenant.id);
    const mailer = createMailer(tenant);
    return {
      tenant,
      db,
      isLoopbackAllowed: () => isLoopbackAllowed,
      isShopperBusy,
      clock,
      log: log.child({ tenant: tenant.id }),
      keys,
      passwords: createPasswords({ derive, takeTurn: (net, hash) => hashes.run({ brand: tenant.id, net }, hash) }),
      rasterise,
      drawInTurn,
      sender,
      limits,
      alarms,
      listOwners: () =>
        listOwners(tenant.id).catch((error: unknown) => {
          log.error({ err: error, tenant: tenant.id }, "the brand's owners cannot be read: they get no mail");
          return [];
        }),
      tracing,
      loginLimiter,
      suppliers: createSuppliers(tenant, { secrets, clock }),
      ...createGateways(tenant, { db, clock, log, keys, secrets, storefrontOrigin }),
      mailer: isLoopbackDemo(tenant) ? keepInMailbox({ tenantId: tenant.id, db, keys, clock }, mailer) : mailer,
    };
  }

  /** Closes shops that nobody has needed for `idleMs`; with `among`, `count` at most, the longest unused first. */
  function closeIdle(idleMs: number, among?: { engine: Shop["db"]["engine"]; count: number }) {
    const before = performance.now() - idleMs;
    const idle = [...served.values()].filter(
      (brand) => brand.isIdle && brand.usedAt <= before && (among === undefined || brand.engine === among.engine),
    );
    for (const brand of idle.sort((a, b) => a.usedAt - b.usedAt).slice(0, among?.count)) void brand.close();
  }

  async function replaceNow(tenants: Tenant[], isAllowed: boolean) {
    isLoopbackAllowed = isAllowed;
    await databases.hold();
    const ids = new Set(tenants.map(({ id }) => id));
    for (const id of unprepared.keys()) if (!ids.has(id)) unprepared.delete(id);
    const isPrepared = ({ id, database }: Tenant) =>
      served.has(id) && served.get(id)!.tenant.database === database && !unprepared.has(id);
    await prepare(tenants.filter((tenant) => !isPrepared(tenant)));
    if (!isStarted) await waitForMigrations(tenants);
    for (const { error } of unprepared.values()) if (!isStarted && error instanceof NewerSchemaError) throw error;
    for (const [id, { error }] of unprepared)
      log.error({ err: error, tenant: id }, `brand ${id} cannot be opened: it answers 503`);

    const former = served;
    served = new Map(tenants.map((tenant) => [tenant.id, former.get(tenant.id) ?? serve(tenant)]));
    isStarted = true;
    const left = [...former].filter(([id]) => !served.has(id)).map(([, brand]) => brand);
    const changed = tenants.filter((tenant) => !isDeepStrictEqual(served.get(tenant.id)!.tenant, tenant));
    for (const brand of left) {
      void brand.retire();
      databases.forget(brand.tenant.id);
    }
    await Promise.all(
      changed.map((tenant) =>
        served
          .get(tenant.id)!
          .change(tenant)
          .catch((error: unknown) => log.error({ err: error, tenant: tenant.id }, "tenant not reloaded")),
      ),
    );
    const seeded = tenants.filter(({ id, seed }) => seed === "demo" && !former.has(id));
    await inLanes(LANES, seeded, ({ id }) => served.get(id)!.warmUp());
    if (workers) wakeUps.replace(served);
  }

  return {
    async replace(tenants, isAllowed = areAllLoopback(tenants)) {
      // Two reloads at once would each prepare what is new.
      const run = replacing.catch(() => {}).then(() => replaceNow(tenants, isAllowed));
      replacing = run;
      await run;
    },

    tenants: () => [...served.values()].map(({ tenant }) => tenant),

    async open(tenantId) {
      const brand = served.get(tenantId);
      if (brand === undefined) throw new Error(`brand ${tenantId} is not served`);
      return brand.open();
    },
    isServed: (tenantId) => served.has(tenantId),
    visit,

    async close() {
      clearInterval(sweep);
      census.stop();
      await replacing.catch(() => {}); // its caller gets the error
      await wakeUps.stop();
      await Promise.all([...served.values()].map((brand) => brand.end()));
      sender.close();
      served = new Map();
    },
  };
}

/** The preparation of a shop by a process before anybody uses it. */
async function begin(shop: Shop) {
  await sealClaimLinks(shop);
  if (await isCurrentKeyWrong(shop)) {
    const key = shop.keys.current("voucher").id;
    shop.log.error({ key }, "DATA_KEY holds another key under this id than the one that sealed the codes");
  }
  if (shop.tenant.seed === "demo") {
    const { seedDemo } = await import("../seed/seed-demo.ts"); // real shops and commands start without it
    await seedDemo(shop);
  }
}
