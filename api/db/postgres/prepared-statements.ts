import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

import type { Way } from "./pooler.ts";

/** Maximum number of prepared statements. Lists of values make more; those are sent unprepared. */
const MAX_STATEMENTS = 500;

/** "cached plan must not change result type": a newer version has migrated the table of a `select *`. */
const STALE_PLAN = "0A000";

/**
 * Wraps a pool so that its connections prepare each statement once, if the way to the server allows it. Planning our statements
 * takes longer than running them. Pass it to Kysely's dialect in place of the pool.
 */
export function withPreparedStatements(pool: pg.Pool, way: Way): PostgresPool {
  const names = new Map<string, string>();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  let last = 0;

  function nameOf(text: string) {
    if (!way.canPrepare) return undefined;
    if (!names.has(text) && names.size < MAX_STATEMENTS) names.set(text, `s${++last}`);
    return names.get(text);
  }

  function prepare(client: pg.PoolClient): PostgresPoolClient {
    const run = (text: string, values: unknown[]) => client.query({ name: nameOf(text), text, values });
    async function query(text: string, values: unknown[] = []) {
      if (values.length === 0) return client.query(text === "begin" ? way.begin : text);
      try {
        return await run(text, values);
      } catch (error) {
        if ((error as { code?: string }).code !== STALE_PLAN) throw error;
        // From now on, every connection prepares statements under new names. Inside a transaction, which has failed by
        // now, the second attempt fails too, and retryConflicts repeats the transaction.
        names.clear();
        return run(text, values).catch(() => {
          throw error;
        });
      }
    }
    // Kysely's type also allows cursors, which we do not use.
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
