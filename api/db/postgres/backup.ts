import { Client, escapeIdentifier } from "pg";

import { APPLICATION_NAME } from "./postgres.ts";

/**
 * A PostgreSQL server for what is done to whole schemas and roles: around pg_restore, and for new brands. Close it at the
 * end.
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
    /** Makes a role without login that our user may switch to, unless there is one. @throws 42501 where we may not */
    async createRole(name: string) {
      const role = escapeIdentifier(name);
      if (!(await hasRow("select 1 from pg_roles where rolname = $1", name))) await client.query(`create role ${role}`);
      const { rows } = await client.query("select current_setting('server_version_num')::int >= 160000 as is_new");
      await client.query(`grant ${role} to current_user${rows[0].is_new ? " with inherit false, set true" : ""}`);
    },
    /** Names of those that we cannot take: missing, or another user's. */
    async listUnusableRoles(names: string[]): Promise<string[]> {
      const { rows } = await client.query<{ name: string }>(
        `select name from unnest($1::text[]) name where not exists (select 1 from pg_roles where rolname = name
          and pg_has_role(current_user, oid,
            case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end))`,
        [names],
      );
      return rows.map(({ name }) => name);
    },
    close: () => client.end(),
  };
}
