import { setImmediate as immediate } from "node:timers/promises";

import type { Logger } from "pino";

import type { Tenant } from "../../config/schema.ts";
import { unavailable } from "../error.ts";
import type { Shop } from "../shop.ts";
import type { BackgroundWorker } from "./background-worker.ts";

/** Work of a brand that cannot be opened is tried again after this. */
const RETRY_MS = 5_000;

/** How long the former database of a brand that has moved stays open for requests under way. */
const LINGER_MS = 30_000;

/** A shop's database; each opening has its own. */
export type Connected = Pick<Shop, "db" | "isShopperBusy">;

type Options = {
  /** @throws when the database cannot be used */
  connect(tenant: Tenant): Promise<Connected>;
  createShop(tenant: Tenant, connected: Connected): Shop;
  createWorker(shop: Shop): BackgroundWorker;
  /** The preparation of a shop by a process, once, before anybody uses it. */
  begin(shop: Shop): Promise<void>;
  /** Writes down what the database has to know of tenant.json: at each opening and change. */
  note(shop: Shop): Promise<void>;
  onOpen(engine: Engine): void;
  onClose(engine: Engine): void;
  /** Nobody uses the shop any more. */
  onIdle(engine: Engine): void;
  /** The shop has another worker from now on, or none. */
  onWorkerStopped(worker: BackgroundWorker): void;
  log: Logger;
};

type Engine = Shop["db"]["engine"];

type Opened = { connected: Connected; shop: Shop; worker: BackgroundWorker };

export type OnDemandShop = ReturnType<typeof createOnDemandShop>;

/** A brand that is served: its shop opens when a request or due work needs it, and can close when nobody does. */
export function createOnDemandShop(first: Tenant, options: Options) {
  let tenant = first;
  let opened: Opened | undefined;
  let opening: Promise<Opened> | undefined;
  let isBegun = false;
  let isRetired = false;
  let visits = 0;
  let usedAt = performance.now();
  let dueAt = 0;
  /** After a failure nothing wakes it before this. */
  let retryAt = 0;

  /** All who need the shop wait for the same opening. */
  async function open(): Promise<Opened> {
    return opened ?? (opening ??= openNow().finally(() => (opening = undefined)));
  }

  async function openNow() {
    await immediate(); // SQLite answers within the call: after a start, a thousand openings would let no request through
    const connected = await options.connect(tenant);
    try {
      if (!isBegun) await options.begin(options.createShop(tenant, connected));
      isBegun = true;
      await options.note(options.createShop(tenant, connected));
    } catch (error) {
      await connected.db.close();
      throw error;
    }
    opened = build(connected); // as tenant.json is by now
    retryAt = 0;
    options.onOpen(connected.db.engine);
    return opened;
  }

  function build(connected: Connected): Opened {
    const shop = options.createShop(tenant, connected);
    const worker = options.createWorker(shop);
    worker.dueAt = dueAt;
    return { connected, shop, worker };
  }

  const isWorking = () => opened?.worker.look().some(({ isBusy }) => isBusy) === true;

  async function close() {
    if (opened === undefined) return;
    const { connected, worker } = opened;
    dueAt = worker.dueAt;
    await detach({ connected, worker });
    await connected.db.close();
  }

  /** From here on the next request, or due work, opens the shop again. */
  async function detach({ connected, worker }: Pick<Opened, "connected" | "worker">) {
    opened = undefined;
    options.onClose(connected.db.engine);
    await worker.stop();
    options.onWorkerStopped(worker);
  }

  /** The next who needs the shop opens it where its data are now. Requests under way end as they began. */
  async function leavePlace() {
    await opening?.catch(() => {});
    dueAt = 0;
    isBegun = false;
    if (opened === undefined) return;
    const { connected, worker } = opened;
    await detach({ connected, worker });
    setTimeout(() => void connected.db.close().catch(logError), LINGER_MS).unref();
  }

  const logError = (error: unknown) => options.log.error({ err: error, tenant: tenant.id }, "brand not closed");

  const leave = (isUse: boolean) => {
    visits--;
    if (isUse) usedAt = performance.now();
    if (visits > 0) return;
    if (isRetired) void close().catch(logError);
    else if (opened !== undefined) options.onIdle(opened.connected.db.engine);
  };

  return {
    get tenant() {
      return tenant;
    },
    /** When somebody last needed it (ms of performance.now). */
    get usedAt() {
      return usedAt;
    },

    /**
     * Keeps the shop open until `leave`; opens it first if it is closed.
     * @param isUse false for a look that must not keep it open afterwards
     * @throws ApiError 503 when it cannot be opened; the log says why
     */
    async visit(isUse: boolean): Promise<{ shop: Shop; leave(): void }> {
      visits++;
      if (isUse) usedAt = performance.now();
      try {
        const { shop } = await open();
        return { shop, leave: () => leave(isUse) };
      } catch (error) {
        leave(isUse);
        options.log.error({ err: error, tenant: tenant.id }, `brand ${tenant.id} cannot be opened: it answers 503`);
        throw unavailable();
      }
    },

    /** Opens the shop, so that the first request finds what a start does, such as the demo's data. */
    async warmUp() {
      await this.visit(true).then(
        ({ leave }) => leave(),
        () => {}, // is in the log
      );
    },
    /** Opens the shop for a command. @throws the database's own error */
    async open() {
      visits++; // until the registry closes
      return (await open()).shop;
    },

    /** As for BackgroundWorker, of which a closed shop has none. */
    get dueAt() {
      return Math.max(opened?.worker.dueAt ?? dueAt, retryAt);
    },
    set dueAt(at: number) {
      if (opened !== undefined) opened.worker.dueAt = at;
      dueAt = at;
    },
    async beginDue(now: number) {
      if (isRetired) return;
      usedAt = performance.now();
      try {
        const { connected, worker } = await open();
        await worker.beginDue();
        options.onIdle(connected.db.engine);
      } catch (error) {
        retryAt = now + RETRY_MS;
        options.log.error({ err: error, tenant: tenant.id }, `brand ${tenant.id} cannot be opened: its work waits`);
      }
    },

    /** From now on the shop is as `next` says; requests under way end as they began. */
    async change(next: Tenant) {
      const hasMoved = next.database !== tenant.database;
      tenant = next;
      if (hasMoved) return leavePlace();
      if (opened === undefined) return;
      const { connected, worker } = opened;
      dueAt = worker.dueAt;
      opened = build(connected);
      visits++; // while the former worker ends, nobody closes the database
      await Promise.all([worker.stop(), options.note(opened.shop)]).finally(() => leave(false));
      if (opened !== undefined) opened.worker.dueAt = 0; // for what the former worker gave up
      dueAt = 0;
      options.onWorkerStopped(worker);
    },

    /** Of its database; undefined while it is closed. */
    get engine() {
      return opened?.connected.db.engine;
    },
    /** True if it could close. */
    get isIdle() {
      return opened !== undefined && visits === 0 && opening === undefined && !isWorking();
    },
    /** Closes the shop when the last request under way has ended. */
    async retire() {
      isRetired = true;
      await opening?.catch(() => {}); // the request that waits for it gets the error
      if (visits === 0) await close().catch(logError);
    },
    /** Closes the shop for good, also one that opens right now. */
    async end() {
      isRetired = true;
      await this.close();
    },
    /** Closes the shop at once, also one that opens right now. */
    async close() {
      await opening?.catch(() => {});
      await close().catch(logError);
    },
    look: () => opened?.worker.look() ?? [],
  };
}
