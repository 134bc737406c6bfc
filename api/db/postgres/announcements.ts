import type pg from "pg";
import type { Logger } from "pino";

import type { ListChanged } from "../database.ts";
import { createChangesTable } from "./changes-table.ts";
import { createKnownChanges } from "./known-changes.ts";

/** Between two announcements of a process, each of all brands that it wrote to meanwhile (ms). */
const BATCH_MS = 250;
/** After one that failed. */
const RETRY_MS = 1_000;
/** Who reads within this time shares one query. */
const SHARED_MS = 100;

/**
 * How processes on one PostgreSQL server learn which brands any of them has written to: each notes its own commits in
 * memory and announces them, outside of their transactions and many at a time, in one small table that all read. Counters
 * of rows are compared, not moments or one sequence, of which a smaller number may become visible after a larger one.
 *
 * What a process did not announce because it was killed after the commit is found when it starts again, or by the sweep
 * (shop/wake-ups.ts).
 *
 * @param pool acts as the user of DATABASE_URL; few and short statements, which pass a pooler in transaction mode
 */
export function createAnnouncements(pool: pg.Pool, log: Logger) {
  const table = createChangesTable(pool);
  const known = createKnownChanges();
  /** What is not yet announced; true where the catalogue changed. */
  const waiting = new Map<string, boolean>();
  let timer: NodeJS.Timeout | undefined;
  let announcing: Promise<void> | undefined;
  let mayAnnounceAt = -Infinity;
  let hasFailed = false;
  let reading = { at: -Infinity, done: Promise.resolve() };

  /** Notes a commit. The watchers of this process learn of it at once, other processes within a quarter of a second. */
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
    /** Announces what waits. */
    async close() {
      await announcing;
      if (waiting.size > 0) await announce();
      clearTimeout(timer);
    },
  };
}
