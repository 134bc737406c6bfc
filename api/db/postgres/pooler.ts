import { randomUUID } from "node:crypto";

import type pg from "pg";
import type { Logger } from "pino";

const STATEMENT_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 5_000;

/** The connection between us and the server; `inspect` must have ended before the first query. */
export type Way = {
  /**
   * A pooler such as PgBouncer gives each transaction another connection: a setting of one connection, such as a role, would
   * affect other brands.
   */
  readonly isPooled: boolean;
  readonly canPrepare: boolean;
  /** The statement that begins a transaction with a time limit. */
  readonly begin: string;
};

export type Found = { isPooled: boolean; canPrepare: boolean; hasTimeLimit: boolean; user: string; database: string };

/**
 * Limits the time of each statement of a direct connection, and the time that a transaction may wait for us. It also lowers the
 * cost of indexes to that of solid-state disks. Settings that the operator chose for the role or the database stay. A pooler
 * refuses or drops these settings as start parameters. They must not be set on a pooler's connections, because other clients
 * share them. A pooler reports another process id.
 */
export const setUpConnection = async (client: pg.PoolClient) =>
  client.query(
    `select ${unlessChosen("statement_timeout", "0", STATEMENT_MS)},
       ${unlessChosen("idle_in_transaction_session_timeout", "0", IDLE_IN_TRANSACTION_MS)},
       ${unlessChosen("random_page_cost", "4", 1.1)}
     where pg_backend_pid() = ${processIdOf(client)}`,
  );

/** SQL that sets a setting if it has PostgreSQL's default. */
const unlessChosen = (name: string, byDefault: string, value: number) =>
  `set_config('${name}', case current_setting('${name}') when '${byDefault}' then '${value}' else current_setting('${name}') end, false)`;

const processIdOf = (client: pg.ClientBase) => (client as pg.ClientBase & { processID: number }).processID;

/** Checks once for a pooler between us and the server, and for its features. */
export function createInspection(pool: pg.Pool, log: Logger): Way & { inspect(): Promise<void> } {
  let found: Found | undefined;
  let looking: Promise<void> | undefined;

  async function look() {
    const client = await pool.connect();
    try {
      found = await inspectConnection(client);
    } finally {
      client.release();
    }
    for (const lack of listLacks(found)) log.warn(lack);
  }

  return {
    async inspect() {
      if (found === undefined) await (looking ??= look().finally(() => (looking = undefined)));
    },
    get isPooled() {
      return found?.isPooled !== false;
    },
    get canPrepare() {
      return found?.canPrepare === true;
    },
    get begin() {
      if (found?.isPooled === false) return "begin";
      return `begin; set local statement_timeout = ${STATEMENT_MS}; set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;
    },
  };
}

/** @param client a connection as it is used for queries */
export async function inspectConnection(client: pg.ClientBase): Promise<Found> {
  const { rows } = await client.query<{ pid: number; limit: string; user: string; database: string }>(
    `select pg_backend_pid() as pid, current_setting('statement_timeout') as limit, session_user as user,
       current_database() as database`,
  );
  const { pid, limit, user, database } = rows[0]!;
  const isPooled = pid !== processIdOf(client);
  const canPrepare = !isPooled || (await renamesStatements(client));
  return { isPooled, canPrepare, hasTimeLimit: limit !== "0", user, database };
}

/**
 * True if the pooler prepares a statement again on each connection that needs it, as PgBouncer does from 1.21 on with
 * max_prepared_statements. Such a pooler renames statements. Otherwise the server lists our name.
 */
async function renamesStatements(client: pg.ClientBase): Promise<boolean> {
  const name = `awning_${randomUUID()}`;
  await client.query("begin");
  try {
    const text = "select count(*)::int as count from pg_prepared_statements where name = $1";
    const { rows } = await client.query<{ count: number }>({ name, text, values: [name] });
    if (rows[0]!.count === 0) return true;
    await client.query(`deallocate "${name}"`);
    return false;
  } finally {
    await client.query("commit");
  }
}

/** The missing features of a pooler, each with the operator's remedy. */
export function listLacks({ isPooled, canPrepare, hasTimeLimit, user, database }: Found): string[] {
  if (!isPooled) return [];
  const limit = (name: string, ms: number) => `ALTER ROLE "${user}" IN DATABASE "${database}" SET ${name} = ${ms};`;
  const limits = `${limit("statement_timeout", STATEMENT_MS)} ${limit("idle_in_transaction_session_timeout", IDLE_IN_TRANSACTION_MS)}`;
  return [
    ...(hasTimeLimit
      ? []
      : [
          `behind a pooler nothing ends a query that hangs outside a transaction; run: ${limits} and RECONNECT in PgBouncer`,
        ]),
    ...(canPrepare
      ? []
      : [
          "the pooler keeps no prepared statements, so each is planned again (PgBouncer 1.21 or newer: set max_prepared_statements)",
        ]),
  ];
}
