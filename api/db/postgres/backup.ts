import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import { Client, escapeIdentifier, Pool } from "pg";

import { migrate } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import { inspectConnection, listLacks } from "./pooler.ts";
import { getTypeParser } from "./postgres.ts";

/**
 * Connects to a PostgreSQL server to manage schemas and roles: around pg_restore, and for new brands. The caller closes
 * it.
 * @throws when the server cannot be reached
 */
export async function connectToServer(url: string) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // The next query reports it. Without a listener a lost connection would end the process.
  client.on("error", () => {});
  await client.connect();
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 5_000, types: { getTypeParser } });
  pool.on("error", () => {}).on("connect", (connected) => connected.on("error", () => {}));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const hasRow = async (statement: string, value: string) =>
    ((await client.query(statement, [value])).rowCount ?? 0) > 0;
  /** The role may have a limit for its statements. */
  const inTransaction = <T>(use: (tx: Transaction<Schema>) => Promise<T>) =>
    db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      return use(tx);
    });

  return {
    hasSchema: (name: string) => hasRow("select 1 from pg_namespace where nspname = $1", name),
    renameSchema: async (from: string, to: string) =>
      void (await client.query(`alter schema ${escapeIdentifier(from)} rename to ${escapeIdentifier(to)}`)),
    dropSchema: (name: string) =>
      inTransaction(async (tx) => void (await sql`drop schema if exists ${sql.id(name)} cascade`.execute(tx))),
    /** Migrates the tables of a schema to this version. @throws NewerSchemaError */
    migrate: (schema: string, brand: string) => inTransaction((tx) => migrate(tx.withSchema(schema), brand)),
    /** One transaction in a schema, without a limit for its statements. */
    withSchema: <T>(schema: string, use: (tx: Transaction<Schema>) => Promise<T>) =>
      inTransaction((tx) => use(tx.withSchema(schema))),
    /**
     * Creates a role without login, unless it exists, and lets our user switch to it. @throws 42501 without the
     * privilege
     */
    async createRole(name: string) {
      const role = escapeIdentifier(name);
      if (!(await hasRow("select 1 from pg_roles where rolname = $1", name))) await client.query(`create role ${role}`);
      const { rows } = await client.query("select current_setting('server_version_num')::int >= 160000 as is_new");
      await client.query(`grant ${role} to current_user${rows[0].is_new ? " with inherit false, set true" : ""}`);
    },
    /** The roles that we cannot switch to: missing ones, and those that were not granted to our user. */
    async listUnusableRoles(names: string[]): Promise<string[]> {
      const { rows } = await client.query<{ name: string }>(
        `select name from unnest($1::text[]) name where not exists (select 1 from pg_roles where rolname = name
          and pg_has_role(current_user, oid,
            case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end))`,
        [names],
      );
      return rows.map(({ name }) => name);
    },
    listPoolerLacks: async () => listLacks(await inspectConnection(client)),
    close: async () => void (await Promise.all([client.end(), db.destroy()])),
  };
}
