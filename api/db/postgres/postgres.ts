import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Logger } from "pino";

import { inSpan } from "../../../config/process/tracing.ts";
import { type Databases, retryConflicts } from "../database.ts";
import type { Schema } from "../schema.ts";
import { traceStatements } from "../trace-statements.ts";
import { createAnnouncements } from "./announcements.ts";
import { createKeyedQueue } from "./keyed-queue.ts";
import { createInspection, setUpConnection } from "./pooler.ts";
import { prepareSchemas } from "./prepare-schemas.ts";
import { withPreparedStatements } from "./prepared-statements.ts";
import { createRoleSwitch, findRole, grantSchema } from "./roles.ts";
import { createTransactions } from "./transaction.ts";

/** The name of our connections in pg_stat_activity. */
export const APPLICATION_NAME = "awning";

/** The connections of one process for all brands; one more is for pings. */
const MAX_CONNECTIONS = 10;

/** Together, these are less than the second in which the storefront expects an answer. */
const PING_CONNECT_MS = 500;
const PING_MS = 400;

/**
 * The name of the schema of a tenant, and of the role that can reach only that schema (roles.ts). Tenant ids have no underscore,
 * so no two tenants share a name.
 */
export const schemaName = (tenantId: string) => `awning_${tenantId.replaceAll("-", "_")}`;

const CONNECT_MS = 1_000;

/** The time in which a connection of the pool must be free, in ms. The URL may set it as `connect_timeout`, in seconds. */
const connectMs = (url: string) => Number(new URL(url).searchParams.get("connect_timeout")) * 1000 || CONNECT_MS;

/** The pool of the brands' queries. */
function openPool(url: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: connectMs(url),
    types: { getTypeParser },
    pipeline: true,
    keepAlive: true,
  });
  const warn = (error: Error) => log.warn({ err: error }, "lost a database connection");
  pool.on("error", warn);
  pool.on("connect", (client) => {
    // The pool handles errors of idle connections only. An unhandled error of a busy one would end the process.
    client.on("error", warn);
    setUpConnection(client).catch(warn); // runs before the queries for which the pool connects
  });
  return pool;
}

/** Pings have their own connection: a busy pool does not mean that the database is down. Announcements share it. */
function openPulse(url: string): pg.Pool {
  const pulse = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: 1,
    connectionTimeoutMillis: PING_CONNECT_MS,
    query_timeout: PING_MS,
    types: { getTypeParser },
    keepAlive: true,
  });
  // The next ping reports the failure.
  pulse.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
  return pulse;
}

/**
 * One schema for each tenant and one pool for all; every query names its schema (withSchema). The queries of a tenant
 * run in its role if it exists, otherwise as the user of DATABASE_URL. However many brands there are, a process has at
 * most MAX_CONNECTIONS for their queries and one for pings.
 */
export function createPostgresDatabases(url: string, log: Logger, isTraced = false): Databases {
  const pool = openPool(url, log);
  const pulse = openPulse(url);
  let transactions = 0;
  const way = createInspection(pool, log);
  const poolOf = createRoleSwitch(withPreparedStatements(pool, way));
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: poolOf() }) });
  const announcements = createAnnouncements(pulse, database, log);

  const databases: Databases = {
    async prepare(tenantIds) {
      await way.inspect();
      await announcements.prepare();
      return prepareSchemas(database, new Map(tenantIds.map((id) => [schemaName(id), id])));
    },

    async connect(tenantId) {
      await way.inspect();
      const name = schemaName(tenantId);
      const found = way.isPooled ? undefined : await findRole(database, name);
      if (found?.isGranted === false) await database.transaction().execute((tx) => grantSchema(tx, name));
      const dialect = new PostgresDialect({ pool: poolOf(found && name) });
      const logStatement = isTraced ? traceStatements("postgresql") : undefined;
      const read = new Kysely<Schema>({ dialect, log: logStatement }).withSchema(name);
      const runInTransaction = createTransactions(read, dialect, () => announcements.note(tenantId));
      const runInOrder = createKeyedQueue();
      return {
        engine: "postgres",
        read,
        transaction(fn, queueKey) {
          const run = () => retryConflicts(() => runInTransaction(fn));
          transactions++;
          const all = () => (queueKey === undefined ? run() : runInOrder(queueKey, run));
          return inSpan({ name: "transaction" }, all).finally(() => transactions--);
        },
        announceCatalogue: async () => announcements.note(tenantId, true),
        eraseFreed: async () => {},
        close: async () => {}, // the pool is shared
      };
    },

    async open(tenantId) {
      const error = (await databases.prepare([tenantId])).get(tenantId);
      if (error !== undefined) throw error;
      return databases.connect(tenantId);
    },

    mostOpen: () => Infinity, // they share the pool
    forget: () => {}, // nothing is kept of a brand
    hold: async () => {}, // a restore works beside the shop
    watch: announcements.watch,
    readCatalogueVersions: announcements.readVersions,
    look() {
      const { totalCount: total, idleCount: idle, waitingCount: waiting } = pool;
      return { transactions, pool: { total, idle, waiting } };
    },
    ping: () => pulse.query("select 1").then(() => []),
    async close() {
      await announcements.close();
      await Promise.all([database.destroy(), pulse.end()]);
    },
  };
  return databases;
}

const INT8 = 20;
const NUMERIC = 1700;

/** pg returns bigint and numeric (the type of sum()) as text. Ours are integers below 2^53; anything else is a bug. */
export function getTypeParser(oid: number, format?: "text" | "binary") {
  if (oid === INT8 || oid === NUMERIC) return toSafeInteger;
  return pg.types.getTypeParser(oid, format as "text");
}

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`the database answered ${text}, which is no safe integer`);
  return value;
}
