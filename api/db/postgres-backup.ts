import { Client, escapeIdentifier } from "pg";
import { APPLICATION_NAME } from "./postgres.ts";

/**
 * A PostgreSQL server for what is done to whole schemas, around pg_restore. Close it at the end.
 * @throws when it cannot be reached
 */
export async function connectToServer(url: string) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  const hasRow = async (statement: string, value: string) =>
    ((await client.query(statement, [value])).rowCount ?? 0) > 0;

  return {
    /** Whether a shop, or a command, has this database open. */
    isInUse: () =>
      hasRow(
        "select 1 from pg_stat_activity where datname = current_database() and application_name = $1",
        APPLICATION_NAME,
      ),
    hasSchema: (name: string) => hasRow("select 1 from pg_namespace where nspname = $1", name),
    renameSchema: async (from: string, to: string) =>
      void (await client.query(`alter schema ${escapeIdentifier(from)} rename to ${escapeIdentifier(to)}`)),
    dropSchema: async (name: string) =>
      void (await client.query(`drop schema if exists ${escapeIdentifier(name)} cascade`)),
    close: () => client.end(),
  };
}
