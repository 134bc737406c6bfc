import { type Kysely, type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import type pg from "pg";

import type { Schema } from "../schema.ts";

/** The role of a connection as it was opened: the user that DATABASE_URL names. */
const NONE = "none";

/**
 * One pool for brands with roles of their own. A connection changes its role when another brand had it before, in the
 * same piece as the first query and therefore without a round trip; a connection that cannot is thrown away, and what
 * was asked of it fails.
 *
 * @returns the pool as seen by a role; without one, by the user of DATABASE_URL
 */
export function createRoleSwitch(pool: PostgresPool): (role?: string) => PostgresPool {
  const roles = new WeakMap<PostgresPoolClient, string>();

  function actAs(client: PostgresPoolClient, role: string): PostgresPoolClient {
    let switching: Promise<unknown> | undefined;
    async function query(text: string, values: unknown[]) {
      if ((roles.get(client) ?? NONE) !== role) {
        roles.set(client, role);
        switching = client.query(`set role ${role === NONE ? NONE : quoteName(role)}`, []);
      }
      if (switching === undefined) return client.query(text, values as never);
      const [answer, switched] = await Promise.allSettled([client.query(text, values as never), switching]);
      if (switched.status === "rejected") throw switched.reason;
      switching = undefined;
      if (answer.status === "rejected") throw answer.reason;
      return answer.value;
    }
    return {
      query: query as PostgresPoolClient["query"],
      release: (destroy) => client.release(destroy || switching !== undefined),
    };
  }

  return (role = NONE) => {
    const clients = new WeakMap<PostgresPoolClient, PostgresPoolClient>();
    return {
      ...pool,
      async connect() {
        const client = await pool.connect();
        const known = clients.get(client) ?? actAs(client, role);
        clients.set(client, known);
        return known;
      },
    };
  };
}

/** Gives a brand's role its tables, also those that a step or a restore has just made; false where there is no such role. */
export async function grantSchema(tx: Kysely<Schema>, schema: string): Promise<boolean> {
  // From version 16 on a role can be administered by somebody who may not take it.
  const { rows } = await sql<{ usable: boolean }>`
    select pg_has_role(current_user, oid,
      case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as usable
    from pg_roles where rolname = ${schema}`.execute(tx);
  if (rows[0]?.usable !== true) return false;
  const name = sql.id(schema);
  await sql`grant usage on schema ${name} to ${name}`.execute(tx);
  await sql`grant select, insert, update, delete on all tables in schema ${name} to ${name}`.execute(tx);
  await sql`grant usage, select, update on all sequences in schema ${name} to ${name}`.execute(tx);
  return true;
}

/**
 * False behind a pooler such as PgBouncer, which gives each transaction another connection and would mix up roles: it
 * tells its clients a process id of its own.
 */
export async function isDirect(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ id: number }>("select pg_backend_pid() as id");
    return (client as pg.PoolClient & { processID: number }).processID === rows[0]!.id;
  } finally {
    client.release();
  }
}

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
