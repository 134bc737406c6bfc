import type { Logger } from "pino";
import { Registry } from "prom-client";

import { areAllLoopback } from "../../config/brand/loopback.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import type { SecretValues } from "../../config/brand/secrets.ts";
import type { Tracing } from "../../config/process/tracing.ts";
import { createHashThreads } from "../accounts/hash-threads.ts";
import type { Clock } from "../base/clock.ts";
import { FairQueue } from "../concurrency/fair-queue.ts";
import { createOneAtATime } from "../concurrency/one-at-a-time.ts";
import { runConcurrently } from "../concurrency/run-concurrently.ts";
import type { Databases } from "../db/database.ts";
import type { Key } from "../domain/keys.ts";
import type { Derive } from "../domain/passwords.ts";
import { type LimiterStore, processLimiters } from "../limits/limiter-store.ts";
import type { Limits } from "../limits/limits.ts";
import { createRasteriser } from "../media/rasterise.ts";
import { createAlarms } from "../monitoring/alarms.ts";
import { createMessageCounts } from "../monitoring/message-counts.ts";
import { createSaleCounts } from "../monitoring/sale-counts.ts";
import type { Mailer } from "../ports/mailer.ts";
import { createSender } from "../remote/send-request.ts";
import type { Shop } from "../shop/shop.ts";
import { createCensus } from "../work/census.ts";
import { measureQueues } from "../work/measure-queues.ts";
import { measureWork } from "../work/measure-work.ts";
import { createWakeUps } from "../work/wake-ups.ts";
import { createShop } from "./create-shop.ts";
import { NO_STAFF, type StaffLookup } from "./look-up-staff.ts";
import type { OnDemandShop } from "./on-demand-shop.ts";
import { Preparation } from "./preparation.ts";
import { ServedShops } from "./served-shops.ts";

type Options = {
  databases: Databases;
  clock: Clock;
  log: Logger;
  dataKeys: Key[];
  limits: Limits;
  /** Absent: attempts are counted in this process. */
  limiters?: LimiterStore;
  /** Hashes passwords. Absent: threads of low priority hash them. */
  derive?: Derive;
  /** Absent if the metrics are not read. */
  registry?: Registry;
  createMailer(tenant: Tenant): Mailer;
  /** Absent: a brand has no staff. */
  staff?: StaffLookup;
  /** The sandbox sends notifications for loopback names here, regardless of the port in their URL; absent: to the URL itself. */
  storefrontOrigin?: string;
  /** The secrets of gateways and suppliers; none by default. */
  secrets?: SecretValues;
  /** False: no worker runs in the background. */
  workers?: boolean;
  tracing?: Tracing;
};

/** The brands that one process serves. A brand's shop is opened when it is needed, and closed when it is not. */
export type ShopRegistry = {
  /**
   * Serves `tenants` from now on. Creates, migrates and seeds the data of new ones. Removed ones are closed when their requests
   * have ended, and all others continue. A brand that cannot be prepared is logged and answers 503 until it can.
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

/** Seeds that run at the same time. */
const MOST_AT_ONCE = 4;

export function createShopRegistry(options: Options): ShopRegistry {
  const {
    databases,
    clock,
    log,
    limits,
    limiters = processLimiters,
    registry = new Registry(),
    workers = true,
  } = options;
  let isLoopbackAllowed = false;
  const factory = createFactory({ ...options, registry }, () => isLoopbackAllowed);
  const preparation = new Preparation({ databases, clock, log });
  const served = new ServedShops({
    databases,
    log,
    limits,
    limiters,
    preparation,
    createShop: (...parts) => createShop(factory, ...parts),
  });
  const wakeUps = createWakeUps({ listChanged: databases.watch(), clock, log });
  const visit: ShopRegistry["visit"] = (tenantId, isUse = true) => served.get(tenantId)?.visit(isUse);
  const census = createCensus({ registry, clock, log, listBrands: () => [...served.all.keys()], visit });
  measureQueues(registry, { hashes: factory.hashes, databases });
  measureWork(registry, {
    look: () => [wakeUps.look(), ...served.list().flatMap((brand) => brand.look())],
    failuresOfClosed: served.failuresOfClosed,
  });
  let isStarted = false;
  let replacing: Promise<void> = Promise.resolve();

  async function replaceNow(tenants: Tenant[], isAllowed: boolean) {
    isLoopbackAllowed = isAllowed;
    await databases.hold();
    preparation.keep(new Set(tenants.map(({ id }) => id)));
    const isPrepared = ({ id, database }: Tenant) =>
      served.get(id)?.tenant.database === database && served.all.has(id) && !preparation.hasFailed(id);
    await preparation.prepare(tenants.filter((tenant) => !isPrepared(tenant)));
    if (!isStarted) await preparation.waitForOthers(tenants);
    preparation.logFailures();

    const former = new Set(served.all.keys());
    isStarted = true;
    await served.replace(tenants);
    const seeded = tenants.filter(({ id, seed }) => seed === "demo" && !former.has(id));
    await runConcurrently(MOST_AT_ONCE, seeded, ({ id }) => served.get(id)!.warmUp());
    if (workers) wakeUps.replace(served.all);
  }

  return {
    async replace(tenants, isAllowed = areAllLoopback(tenants)) {
      // Two reloads at once would both prepare the new brands.
      const run = replacing.catch(() => {}).then(() => replaceNow(tenants, isAllowed));
      replacing = run;
      await run;
    },

    tenants: () => served.list().map(({ tenant }) => tenant),

    async open(tenantId) {
      const brand = served.get(tenantId);
      if (brand === undefined) throw new Error(`brand ${tenantId} is not served`);
      return brand.open();
    },
    isServed: (tenantId) => served.all.has(tenantId),
    visit,

    async close() {
      census.stop();
      await replacing.catch(() => {}); // its caller gets the error
      await Promise.all([wakeUps.stop(), served.close()]);
      factory.shared.sender.close();
    },
  };
}

/** Makes the parts of a shop that all brands share. */
function createFactory(
  {
    clock,
    log,
    dataKeys,
    limits,
    derive = createHashThreads(limits.hashes.concurrent),
    registry,
    createMailer,
    staff = NO_STAFF,
    storefrontOrigin,
    secrets = {},
    tracing,
  }: Options & { registry: Registry },
  isLoopbackAllowed: () => boolean,
) {
  const hashes = new FairQueue(limits.hashes);
  const drawInTurn = createOneAtATime();
  const sender = createSender();
  const shared = {
    clock,
    limits,
    drawInTurn,
    sender,
    tracing,
    rasterise: createRasteriser(drawInTurn),
    alarms: createAlarms(log, registry),
    messageCounts: createMessageCounts(registry),
    saleCounts: createSaleCounts(registry),
    isLoopbackAllowed,
  };
  return { shared, log, dataKeys, derive, hashes, createMailer, staff, secrets, storefrontOrigin };
}
