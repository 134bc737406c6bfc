import type pg from "pg";
import type { Logger } from "pino";

import type { ListChanged } from "../database.ts";

/** The time between two announcements of a process (ms). Each names all brands that it has written to since the previous one. */
const BATCH_MS = 250;
/** The pause after a failed announcement. */
const RETRY_MS = 1_000;
/** Readers within this time share one query. */
const SHARED_MS = 100;
/** The timeout for creating the table while other programs create it, too. */
const CREATE_MS = 10_000;

/**
 * One row for each brand, in a schema that no brand's role can reach. `changes` counts announcements, `catalogue` is the version
 * of the visible catalogue. The table is unlogged, so that an announcement does not wait for a disk. After a crash of the server
 * it is empty, and every process checks all brands.
 */
const CREATE = `
  select pg_advisory_xact_lock(hashtextextended('awning', 0));
  do $$ begin if to_regnamespace('awning') is null then create schema awning; end if; end $$;
  create unlogged table if not exists awning.changes (
    brand text primary key,
    changes bigint not null,
    catalogue bigint not null
  ) with (fillfactor = 50)`;

/**
 * The rows are sorted, so that two processes never wait for each other. A version is a time, so that an emptied table repeats
 * none.
 */
const ANNOUNCE = `
  insert into awning.changes as known (brand, changes, catalogue)
  select brand, 1, case when is_catalogue then (extract(epoch from clock_timestamp()) * 1000)::bigint else 0 end
    from unnest($1::text[], $2::boolean[]) as written (brand, is_catalogue) order by brand
  on conflict (brand) do update set
    changes = known.changes + 1,
    catalogue = case when excluded.catalogue = 0 then known.catalogue
      else greatest(known.catalogue + 1, excluded.catalogue) end
  returning brand, changes, catalogue`;

/** Returns no row if the sum has not changed for the reader. */
const READ = `
  select brand, changes, catalogue from awning.changes
    where (select coalesce(sum(changes), 0)::text from awning.changes) <> $1`;

type Row = { brand: string; changes: number; catalogue: number };
type Watcher = { brands: Set<string>; isAll: boolean };

/**
 * Announces the brands with new writes to all processes on one PostgreSQL server. Each process notes its commits in memory, and
 * announces many of them together, outside of their transactions, in a small table that all read. Readers compare a counter for
 * each row. In times or a common sequence, a smaller number may become visible after a larger one.
 *
 * A process that is killed after a commit may leave it unannounced. Its next start finds the change, or the sweep does
 * (shop/wake-ups.ts).
 *
 * @param pool acts as the user of DATABASE_URL; gets few and short statements, which work with a pooler in transaction mode
 */
export function createAnnouncements(pool: pg.Pool, log: Logger) {
  /** The brands to announce; true if the catalogue changed. */
  const waiting = new Map<string, boolean>();
  const known = new Map<string, number>();
  const versions = new Map<string, number>();
  const watchers = new Set<Watcher>();
  let timer: NodeJS.Timeout | undefined;
  let announcing: Promise<void> | undefined;
  let mayAnnounceAt = -Infinity;
  let hasFailed = false;
  let ready: Promise<void> | undefined;
  let reading = { at: -Infinity, done: Promise.resolve() };

  /** Notes a commit. The watchers of this process get it at once, other processes within a quarter of a second. */
  function note(brand: string, isCatalogue = false) {
    for (const { brands } of watchers) brands.add(brand);
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
      await prepare();
      const values = [batch.map(([brand]) => brand), batch.map(([, isCatalogue]) => isCatalogue)];
      const { rows } = await pool.query<Row>(ANNOUNCE, values);
      // Without a write by another process, the row holds nothing new for this one.
      for (const { brand, changes, catalogue } of rows) {
        if (changes !== (known.get(brand) ?? 0) + 1) continue;
        known.set(brand, changes);
        versions.set(brand, catalogue);
      }
      hasFailed = false;
    } catch (error) {
      ready = undefined;
      for (const [brand, isCatalogue] of batch) wait(brand, isCatalogue);
      mayAnnounceAt = performance.now() + RETRY_MS;
      if (!hasFailed) log.warn({ err: error }, "changes are not announced to other processes yet");
      hasFailed = true;
    } finally {
      announcing = undefined;
      if (waiting.size > 0) timer = announceLater();
    }
  }

  /** Makes the table once. @throws with instructions for an administrator if the user of DATABASE_URL lacks the right */
  const prepare = () =>
    (ready ??= createTable(pool).catch((error: unknown) => {
      ready = undefined;
      throw error;
    }));

  function read(): Promise<void> {
    const now = performance.now();
    if (now - reading.at >= SHARED_MS) reading = { at: now, done: load() };
    return reading.done;
  }

  async function load() {
    try {
      await prepare();
      const sum = [...known.values()].reduce((sum, changes) => sum + changes, 0);
      const { rows } = await pool.query<Row>(READ, [String(sum)]);
      if (rows.length > 0) take(rows);
    } catch (error) {
      // After a crash, the server may have a new, empty table.
      ready = undefined;
      known.clear();
      versions.clear();
      for (const watcher of watchers) watcher.isAll = true;
      throw error;
    }
  }

  function take(rows: Row[]) {
    const gone = new Set(known.keys());
    for (const { brand, changes, catalogue } of rows) {
      gone.delete(brand);
      versions.set(brand, catalogue);
      if (known.get(brand) === changes) continue;
      known.set(brand, changes);
      for (const { brands } of watchers) brands.add(brand);
    }
    for (const brand of gone) {
      known.delete(brand);
      versions.delete(brand);
    }
  }

  return {
    prepare,
    note,
    watch(): ListChanged {
      const watcher: Watcher = { brands: new Set(), isAll: true };
      watchers.add(watcher);
      return async () => {
        await read();
        const changed = watcher.isAll ? "all" : watcher.brands;
        Object.assign(watcher, { brands: new Set(), isAll: false });
        return changed;
      };
    },
    /** The version of each brand's catalogue; brands without a change have none. */
    async readVersions(): Promise<ReadonlyMap<string, number>> {
      await read();
      return versions;
    },
    /** Announces the waiting changes. */
    async close() {
      await announcing;
      if (waiting.size > 0) await announce();
      clearTimeout(timer);
    },
  };
}

const INSUFFICIENT_PRIVILEGE = "42501";

async function createTable(pool: pg.Pool) {
  try {
    const { rows } = await pool.query<{ exists: boolean }>(
      "select to_regclass('awning.changes') is not null as exists",
    );
    if (!rows[0]!.exists) await pool.query({ text: CREATE, query_timeout: CREATE_MS } as pg.QueryConfig);
    await pool.query("select from awning.changes limit 0");
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error(
      "the user of DATABASE_URL may not make or use the schema awning, by which programs tell each other of changes; " +
        "have a database administrator run: CREATE SCHEMA IF NOT EXISTS awning; ALTER SCHEMA awning OWNER TO the user",
      { cause: error },
    );
  }
}
