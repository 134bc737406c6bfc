import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Logger } from "pino";

import { inSpan } from "../../../config/tracing.ts";
import { inLanes } from "../../in-lanes.ts";
import { type Databases, retryConflicts } from "../database.ts";
import { migrate, migrationsOf } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import { traceStatements } from "../trace-statements.ts";
import { createAnnouncements } from "./announcements.ts";
import { createKeyedQueue } from "./keyed-queue.ts";
import { createInspection, setUpConnection } from "./pooler.ts";
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

/** Brands that are created or migrated at the same time; the other connections are for requests. */
const LANES = 4;

/**
 * One schema for each tenant and one pool for all; every query names its schema (withSchema). The queries of a tenant run in its
 * role if it exists, otherwise as the user of DATABASE_URL. For any number of brands, a process has at most MAX_CONNECTIONS for
 * their queries and one for pings.
 */
export function createPostgresDatabases(url: string, log: Logger, isTraced = false): Databases {
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
  // Pings have their own connection: a busy pool does not mean that the database is down. Announcements share it.
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
  const announcements = createAnnouncements(pulse, log);
  let transactions = 0;
  const way = createInspection(pool, log);
  const poolOf = createRoleSwitch(withPreparedStatements(pool, way));
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: poolOf() }) });

  const prepareOne = (tenantId: string) =>
    database.transaction().execute(async (tx) => {
      const name = schemaName(tenantId);
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local lock_timeout = 10000`.execute(tx);
      // The lock makes two programs that start at once migrate one after the other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
      await tx.schema.createSchema(name).ifNotExists().execute();
      await migrate(tx.withSchema(name), tenantId);
      await noteVersion(tx, name, tenantId);
      await grantSchema(tx, name);
    });

  const databases: Databases = {
    async prepare(tenantIds) {
      await way.inspect();
      await announcements.prepare();
      const names = new Map(tenantIds.map((id) => [schemaName(id), id]));
      for (const name of await listCurrent(database, names)) names.delete(name);
      const failed = new Map<string, Error>();
      await inLanes(LANES, names.values(), (id) => prepareOne(id).catch((error: Error) => failed.set(id, error)));
      return failed;
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

/** A schema's comment: it is written in the migration's transaction, and stays with the schema in a rename or a dump. */
function currentNote(tenantId: string) {
  const migrations = migrationsOf(tenantId);
  return `Awning schema ${migrations.length}: ${migrations.at(-1)!.name}`;
}

const noteVersion = (tx: Kysely<Schema>, schema: string, tenantId: string) =>
  sql`comment on schema ${sql.id(schema)} is ${sql.lit(currentNote(tenantId))}`.execute(tx);

/**
 * The schemas with all migrations and no newer one, found by one query for all brands.
 * @param tenants ids by the names of their schemas
 */
async function listCurrent(db: Kysely<Schema>, tenants: ReadonlyMap<string, string>): Promise<string[]> {
  const { rows } = await sql<{ name: string; note: string | null }>`
    select nspname as name, obj_description(oid, 'pg_namespace') as note from pg_namespace
    where nspname = any(${[...tenants.keys()]})`.execute(db);
  return rows.flatMap(({ name, note }) => (note === currentNote(tenants.get(name)!) ? [name] : []));
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
