import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Logger } from "pino";

import { type Databases, retryConflicts } from "../database.ts";
import { migrate } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import { createTransactions } from "../transaction.ts";
import { createKeyedQueue } from "./keyed-queue.ts";
import { withPreparedStatements } from "./prepared-statements.ts";
import { createRoleSwitch, grantSchema, isDirect } from "./roles.ts";

/** How its connections are called in pg_stat_activity: a restore checks whether there are any. */
export const APPLICATION_NAME = "awning";

/** Together less than the second in which the storefront wants an answer. */
const PING_CONNECT_MS = 500;
const PING_MS = 400;

/**
 * The PostgreSQL schema that holds a tenant's tables, and the role that reaches nothing else (roles.ts). Ids have
 * no underscore, so no two tenants share one.
 */
export const schemaName = (tenantId: string) => `awning_${tenantId.replaceAll("-", "_")}`;

/**
 * One schema for each tenant, one pool for all: every query names its schema (withSchema). Where a tenant has a role of
 * its own, its queries run in it; else as the user of DATABASE_URL.
 */
export function createPostgresDatabases(url: string, log: Logger): Databases {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: 10,
    connectionTimeoutMillis: 1_000,
    statement_timeout: 2_000,
    idle_in_transaction_session_timeout: 5_000,
    types: { getTypeParser },
    pipeline: true,
  });
  const warn = (error: Error) => log.warn({ err: error }, "lost a database connection");
  pool.on("error", warn);
  // The pool listens to a connection only while it is idle: one that is lost in use would end the process.
  pool.on("connect", (client) => client.on("error", warn));
  // Its own connection, closed again when nobody asks: a pool that is busy is not a database that is gone.
  const pulse = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: 1,
    connectionTimeoutMillis: PING_CONNECT_MS,
    query_timeout: PING_MS,
  });
  // The next ping says so.
  pulse.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
  const poolOf = createRoleSwitch(withPreparedStatements(pool));
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: poolOf() }) });

  return {
    async open(tenantId) {
      const name = schemaName(tenantId);
      const hasRole = await database.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx);
        await sql`set local lock_timeout = 10000`.execute(tx);
        // Two programs that start at once migrate one after the other.
        await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
        await tx.schema.createSchema(name).ifNotExists().execute();
        await migrate(tx.withSchema(name), tenantId);
        return grantSchema(tx, name);
      });
      const role = hasRole && (await isDirect(pool)) ? name : undefined;
      const dialect = new PostgresDialect({ pool: poolOf(role) });
      const read = new Kysely<Schema>({ dialect }).withSchema(name);
      const runInTransaction = createTransactions(read, dialect);
      const runInOrder = createKeyedQueue();
      return {
        engine: "postgres",
        read,
        transaction(fn, queueKey) {
          const run = () => retryConflicts(() => runInTransaction(fn));
          return queueKey === undefined ? run() : runInOrder(queueKey, run);
        },
        eraseFreed: async () => {},
        close: async () => {}, // the pool is shared
      };
    },
    ping: async () => void (await pulse.query("select 1")),
    close: async () => void (await Promise.all([database.destroy(), pulse.end()])),
  };
}

const INT8 = 20;
const NUMERIC = 1700;

/** bigint and numeric (what sum() gives) arrive as text; ours are integers below 2^53 or a bug. */
function getTypeParser(oid: number, format?: "text" | "binary") {
  if (oid === INT8 || oid === NUMERIC) return toSafeInteger;
  return pg.types.getTypeParser(oid, format as "text");
}

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`the database answered ${text}, which is no safe integer`);
  return value;
}
