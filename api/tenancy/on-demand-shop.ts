import { setImmediate as immediate } from "node:timers/promises";

import type { Logger } from "pino";

import type { Tenant } from "../../config/brand/schema.ts";
import { unavailable } from "../base/error.ts";
import type { Shop } from "../shop/shop.ts";
import type { BackgroundWorker } from "../work/background-worker.ts";

/** Work of a brand that cannot be opened is tried again after this. */
const RETRY_MS = 5_000;

/** The former database of a moved brand stays open for this time, for requests under way. */
const LINGER_MS = 30_000;

/** A shop's database; each opening has its own. */
export type Connected = Pick<Shop, "db" | "isShopperBusy">;

type Options = {
  /** @throws when the database cannot be used */
  connect(tenant: Tenant): Promise<Connected>;
  createShop(tenant: Tenant, connected: Connected): Shop;
  createWorker(shop: Shop): BackgroundWorker;
  /** The preparation of a shop by a process, once, before its first use. */
  begin(shop: Shop): Promise<void>;
  /** Copies the parts of tenant.json that the database needs: at each opening and change. */
  note(shop: Shop): Promise<void>;
  onOpen(engine: Engine): void;
  onClose(engine: Engine): void;
  /** Called when the shop is no longer in use. */
  onIdle(engine: Engine): void;
  /** Called when the shop has another worker, or none. */
  onWorkerStopped(worker: BackgroundWorker): void;
  log: Logger;
};

type Engine = Shop["db"]["engine"];

type Opened = { connected: Connected; shop: Shop; worker: BackgroundWorker };

/** A brand that is served: its shop opens when a request or due work needs it, and can close when nothing does. */
export class OnDemandShop {
  #tenant: Tenant;
  readonly #options: Options;
  #opened: Opened | undefined;
  #opening: Promise<Opened> | undefined;
  #isBegun = false;
  #isRetired = false;
  #visits = 0;
  #usedAt = performance.now();
  #dueAt = 0;
  /** After a failure, nothing wakes it before this time. */
  #retryAt = 0;

  constructor(tenant: Tenant, options: Options) {
    this.#tenant = tenant;
    this.#options = options;
  }

  get tenant() {
    return this.#tenant;
  }

  /** The time of its last use (ms of performance.now). */
  get usedAt() {
    return this.#usedAt;
  }

  /** The engine of its database; undefined while it is closed. */
  get engine() {
    return this.#opened?.connected.db.engine;
  }

  /** True if it could close. */
  get isIdle() {
    const isWorking = this.look().some(({ isBusy }) => isBusy);
    return this.#opened !== undefined && this.#visits === 0 && this.#opening === undefined && !isWorking;
  }

  /** Like BackgroundWorker's, because a closed shop has no worker. */
  get dueAt() {
    return Math.max(this.#opened?.worker.dueAt ?? this.#dueAt, this.#retryAt);
  }

  set dueAt(at: number) {
    if (this.#opened !== undefined) this.#opened.worker.dueAt = at;
    this.#dueAt = at;
  }

  look = () => this.#opened?.worker.look() ?? [];

  /**
   * Keeps the shop open until `leave`; opens it first if it is closed.
   * @param isUse false for a look that must not keep it open afterwards
   * @throws ApiError 503 if it cannot be opened; the log has the reason
   */
  async visit(isUse: boolean): Promise<{ shop: Shop; leave(): void }> {
    this.#visits++;
    if (isUse) this.#usedAt = performance.now();
    try {
      const { shop } = await this.#open();
      return { shop, leave: () => this.#leave(isUse) };
    } catch (error) {
      this.#leave(isUse);
      const { id } = this.#tenant;
      this.#options.log.error({ err: error, tenant: id }, `brand ${id} cannot be opened: it answers 503`);
      throw unavailable();
    }
  }

  /** Opens the shop, so that the first request finds the results of a start, such as the demo's data. */
  async warmUp() {
    await this.visit(true).then(
      ({ leave }) => leave(),
      () => {}, // the error is in the log
    );
  }

  /** Opens the shop for a command. @throws the database's own error */
  async open() {
    this.#visits++; // until the registry closes
    return (await this.#open()).shop;
  }

  async beginDue(now: number) {
    if (this.#isRetired) return;
    this.#usedAt = performance.now();
    try {
      const { connected, worker } = await this.#open();
      await worker.beginDue();
      this.#options.onIdle(connected.db.engine);
    } catch (error) {
      this.#retryAt = now + RETRY_MS;
      const { id } = this.#tenant;
      this.#options.log.error({ err: error, tenant: id }, `brand ${id} cannot be opened: its work waits`);
    }
  }

  /** From now on the shop follows `next`; requests under way end with the former configuration. */
  async change(next: Tenant) {
    const hasMoved = next.database !== this.#tenant.database;
    this.#tenant = next;
    if (hasMoved) return this.#leavePlace();
    if (this.#opened === undefined) return;
    const { connected, worker } = this.#opened;
    this.#dueAt = worker.dueAt;
    const opened = this.#build(connected);
    this.#opened = opened;
    this.#visits++; // keeps the database open while the former worker ends
    await Promise.all([worker.stop(), this.#options.note(opened.shop)]).finally(() => this.#leave(false));
    this.dueAt = 0; // for work that the former worker gave up
    this.#options.onWorkerStopped(worker);
  }

  /** Closes the shop when the last request under way has ended. */
  async retire() {
    this.#isRetired = true;
    await this.#opening?.catch(() => {}); // the request that waits for it gets the error
    if (this.#visits === 0) await this.#close().catch(this.#logError);
  }

  /** Closes the shop for good, even while it opens. */
  async end() {
    this.#isRetired = true;
    await this.close();
  }

  /** Closes the shop at once, even while it opens. */
  async close() {
    await this.#opening?.catch(() => {});
    await this.#close().catch(this.#logError);
  }

  /** All requests for the shop wait for the same opening. */
  async #open(): Promise<Opened> {
    return this.#opened ?? (this.#opening ??= this.#openNow().finally(() => (this.#opening = undefined)));
  }

  async #openNow() {
    await immediate(); // SQLite answers within the call, so after a start a thousand openings would block all requests
    const { connect, begin, note, createShop, onOpen } = this.#options;
    const connected = await connect(this.#tenant);
    try {
      if (!this.#isBegun) await begin(createShop(this.#tenant, connected));
      this.#isBegun = true;
      await note(createShop(this.#tenant, connected));
    } catch (error) {
      await connected.db.close();
      throw error;
    }
    const opened = this.#build(connected); // tenant.json may have changed since
    this.#opened = opened;
    this.#retryAt = 0;
    onOpen(connected.db.engine);
    return opened;
  }

  #build(connected: Connected): Opened {
    const shop = this.#options.createShop(this.#tenant, connected);
    const worker = this.#options.createWorker(shop);
    worker.dueAt = this.#dueAt;
    return { connected, shop, worker };
  }

  async #close() {
    if (this.#opened === undefined) return;
    const { connected, worker } = this.#opened;
    this.#dueAt = worker.dueAt;
    await this.#detach(this.#opened);
    await connected.db.close();
  }

  /** From here on the next request, or due work, opens the shop again. */
  async #detach({ connected, worker }: Opened) {
    this.#opened = undefined;
    this.#options.onClose(connected.db.engine);
    await worker.stop();
    this.#options.onWorkerStopped(worker);
  }

  /** The next use of the shop opens it at the new place of its data. Requests under way end at the former one. */
  async #leavePlace() {
    await this.#opening?.catch(() => {});
    this.#dueAt = 0;
    this.#isBegun = false;
    if (this.#opened === undefined) return;
    const { db } = this.#opened.connected;
    await this.#detach(this.#opened);
    setTimeout(() => void db.close().catch(this.#logError), LINGER_MS).unref();
  }

  #leave(isUse: boolean) {
    this.#visits--;
    if (isUse) this.#usedAt = performance.now();
    if (this.#visits > 0) return;
    if (this.#isRetired) void this.#close().catch(this.#logError);
    else if (this.#opened !== undefined) this.#options.onIdle(this.#opened.connected.db.engine);
  }

  #logError = (error: unknown) => this.#options.log.error({ err: error, tenant: this.#tenant.id }, "brand not closed");
}
