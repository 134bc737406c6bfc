import type { Logger } from "pino";

import type { Tenant } from "../../config/brand/schema.ts";
import type { Clock } from "../base/clock.ts";
import { type Databases, isLockTimeout } from "../db/database.ts";
import { NewerSchemaError } from "../db/migrate.ts";

/** A brand that could not be prepared is tried again after this, at the next request for it. */
const RETRY_MS = 5_000;
/** The longest wait of a start for brands that another program migrates: less than a startup probe's ten minutes (docs/kubernetes.md). */
const MIGRATION_WAIT_MS = 300_000;

type Options = { databases: Databases; clock: Clock; log: Logger };

/** Creates and migrates the data of brands, and keeps the errors of those that could not be prepared. */
export class Preparation {
  readonly #options: Options;
  readonly #failed = new Map<string, { error: Error; at: number }>();

  constructor(options: Options) {
    this.#options = options;
  }

  hasFailed = (tenantId: string): boolean => this.#failed.has(tenantId);

  async prepare(tenants: Tenant[]) {
    const serverOf = new Map(tenants.map(({ id, database }) => [id, database]));
    const failed = await this.#options.databases.prepare([...serverOf.keys()], (id) => serverOf.get(id));
    for (const { id } of tenants) {
      const error = failed.get(id);
      if (error === undefined) this.#failed.delete(id);
      else this.#failed.set(id, { error, at: performance.now() });
    }
  }

  /** Tries again to prepare a brand after a failure. @throws its error */
  async retry(tenant: Tenant) {
    const failed = this.#failed.get(tenant.id);
    if (failed === undefined) return;
    if (performance.now() - failed.at < RETRY_MS) throw failed.error;
    await this.prepare([tenant]);
    const again = this.#failed.get(tenant.id);
    if (again !== undefined) throw again.error;
  }

  /** Forgets the brands that are no longer served. */
  keep(ids: Set<string>) {
    for (const id of this.#failed.keys()) if (!ids.has(id)) this.#failed.delete(id);
  }

  /**
   * Waits at a start for brands that another program migrates: a program that was ready earlier would answer 503 for them.
   * @throws when a newer version has migrated a brand
   */
  async waitForOthers(tenants: Tenant[]) {
    const { clock, log } = this.#options;
    for (const until = clock.now() + MIGRATION_WAIT_MS; clock.now() < until;) {
      const locked = tenants.filter(({ id }) => isLockTimeout(this.#failed.get(id)?.error));
      if (locked.length === 0) break;
      log.warn(
        { tenants: locked.map(({ id }) => id) },
        "another program migrates these brands: the start waits for it",
      );
      await this.prepare(locked); // each of these attempts waits for its lock_timeout
    }
    for (const { error } of this.#failed.values()) if (error instanceof NewerSchemaError) throw error;
  }

  logFailures() {
    for (const [id, { error }] of this.#failed)
      this.#options.log.error({ err: error, tenant: id }, `brand ${id} cannot be opened: it answers 503`);
  }
}
