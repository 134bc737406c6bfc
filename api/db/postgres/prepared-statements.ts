import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

/** Distinct statements that are prepared; lists of values make more, which are sent as they are. */
const MAX_STATEMENTS = 500;

/** "cached plan must not change result type": a newer version has migrated the table of a `select *`. */
const STALE_PLAN = "0A000";

/**
 * A pool whose connections prepare each statement once: planning ours takes longer than running them. Kysely's dialect
 * takes it in place of the pool.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  let last = 0;

  function nameOf(text: string) {
    if (!names.has(text) && names.size < MAX_STATEMENTS) names.set(text, `s${++last}`);
    return names.get(text);
  }

  function prepare(client: pg.PoolClient): PostgresPoolClient {
    const run = (text: string, values: unknown[]) => client.query({ name: nameOf(text), text, values });
    async function query(text: string, values: unknown[] = []) {
      sendAtOnce(client);
      if (values.length === 0) return client.query(text);
      try {
        return await run(text, values);
      } catch (error) {
        if ((error as { code?: string }).code !== STALE_PLAN) throw error;
        // From now on every connection prepares under new names. In a transaction, which is lost by now, the second try
        // fails too: then it runs again (retryConflicts).
        names.clear();
        return run(text, values).catch(() => {
          throw error;
        });
      }
    }
    // No cursors here, which Kysely's type knows besides.
    return { query: query as unknown as PostgresPoolClient["query"], release: (destroy) => client.release(destroy) };
  }

  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? prepare(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

/** What is asked in one turn of the event loop leaves in one piece: a write to the socket costs as much as a query. */
function sendAtOnce({ connection: { stream } }: pg.PoolClient) {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
