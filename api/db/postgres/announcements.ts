import type { Kysely } from "kysely";
import type pg from "pg";
import type { Logger } from "pino";

import type { ListChanged } from "../database.ts";
import type { Schema } from "../schema.ts";
import { createChangesTable } from "./changes-table.ts";
import { createKnownChanges } from "./known-changes.ts";

/** The time between two announcements of a process (ms). Each names all brands that it has written to since the previous one. */
const BATCH_MS = 250;
/** The pause after a failed announcement. */
const RETRY_MS = 1_000;
/** Readers within this time share one query. */
const SHARED_MS = 100;

/**
 * Announces the brands with new writes to all processes on one PostgreSQL server. Each process notes its commits in memory, and
 * announces many of them together, outside of their transactions, in a small table that all read. Readers compare a counter for
 * each row. In times or a common sequence, a smaller number may become visible after a larger one.
 *
 * A process that is killed after a commit may leave it unannounced. Its next start finds the change, or the sweep does
 * (work/wake-ups.ts).
 *
 * @param pool acts as the user of DATABASE_URL; gets few and short statements, which work with a pooler in transaction mode
 * @param database acts as the same user and makes the table
 */
export function createAnnouncements(pool: pg.Pool, database: Kysely<Schema>, log: Logger) {
  const table = createChangesTable(pool, database);
  const known = createKnownChanges();
  /** What is not yet announced; true where the catalogue changed. */
  const waiting = new Map<string, boolean>();
  let timer: NodeJS.Timeout | undefined;
  let announcing: Promise<void> | undefined;
  let mayAnnounceAt = -Infinity;
  let hasFailed = false;
  let reading = { at: -Infinity, done: Promise.resolve() };

  /** Notes a commit. The watchers of this process get it at once, other processes within a quarter of a second. */
  function note(brand: string, isCatalogue = false) {
    known.showWatchers(brand);
    wait(brand, isCatalogue);
    if (announcing === undefined) timer ??= announceLater();
  }

  const wait = (brand: string, isCatalogue: boolean) =>
    void waiting.set(brand, isCatalogue || waiting.get(brand) === true);

  const announceLater = () =>
    setTimeout(() => void (announcing = announce()), Math.max(0, mayAnnounceAt - performance.now())).unref();

  async function announce() {
    clearTimeout(timer);
    timer = undefined;
    const batch = [...waiting];
    waiting.clear();
    mayAnnounceAt = performance.now() + BATCH_MS;
    try {
      await table.prepare();
      known.takeOwn(await table.announce(batch));
      hasFailed = false;
    } catch (error) {
      for (const [brand, isCatalogue] of batch) wait(brand, isCatalogue);
      mayAnnounceAt = performance.now() + RETRY_MS;
      if (!hasFailed) log.warn({ err: error }, "changes are not announced to other processes yet");
      hasFailed = true;
    } finally {
      announcing = undefined;
      if (waiting.size > 0) timer = announceLater();
    }
  }

  function read(): Promise<void> {
    const now = performance.now();
    if (now - reading.at >= SHARED_MS) reading = { at: now, done: load() };
    return reading.done;
  }

  async function load() {
    try {
      await table.prepare();
      const rows = await table.read(known.sum());
      if (rows.length > 0) known.takeAll(rows);
    } catch (error) {
      known.forget();
      throw error;
    }
  }

  return {
    prepare: table.prepare,
    note,
    watch(): ListChanged {
      const takeChanged = known.watch();
      return async () => {
        await read();
        return takeChanged();
      };
    },
    /** The version of each brand's catalogue; brands without a change have none. */
    async readVersions(): Promise<ReadonlyMap<string, number>> {
      await read();
      return known.versions;
    },
    /** Announces the waiting changes. */
    async close() {
      await announcing;
      if (waiting.size > 0) await announce();
      clearTimeout(timer);
    },
  };
}
