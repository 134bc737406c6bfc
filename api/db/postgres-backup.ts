import { Client } from "pg";
import { APPLICATION_NAME, schemaName } from "./postgres.ts";

/** What restoring a brand does to a PostgreSQL server besides pg_restore. Close it at the end. */
export async function openPostgresForRestore(url: string, tenantId: string) {
  const schema = schemaName(tenantId);
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
    hasSchema: () => hasRow("select 1 from pg_namespace where nspname = $1", schema),
    /** Keeps the brand's schema under another name. */
    setAside: (kept: string) => client.query(`alter schema "${schema}" rename to "${kept}"`),
    /** Takes a restore back. */
    async putBack(kept: string | undefined) {
      await client.query(`drop schema if exists "${schema}" cascade`);
      if (kept !== undefined) await client.query(`alter schema "${kept}" rename to "${schema}"`);
    },
    close: () => client.end(),
  };
}
