import { type Kysely, type PostgresPool, type PostgresPoolClient, sql } from "kysely";

import type { Schema } from "../schema.ts";

/** No role: the connection acts as the user of DATABASE_URL. */
const NONE = "none";

/**
 * Shares one pool among tenants with separate roles. A connection switches its role when it last served another tenant. The first
 * query does not wait for the switch, so that it costs no round trip. If the switch fails, the query fails and the connection is
 * discarded.
 *
 * @returns a view of the pool for a role; without a role, for the user of DATABASE_URL
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

/**
 * The role of the brand with this schema; `isGranted` if it has all its rights to the schema's tables and sequences. Undefined if
 * we cannot switch to such a role.
 */
export async function findRole(db: Kysely<Schema>, schema: string): Promise<{ isGranted: boolean } | undefined> {
  // From version 16 on, an administrator of a role may lack the right to switch to it.
  const { rows } = await sql<{ usable: boolean; granted: boolean }>`
    select pg_has_role(current_user, oid,
      case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as usable,
      has_schema_privilege(oid, ${schema}, 'usage') and not exists (${selectUngranted(schema)}) as granted
    from pg_roles where rolname = ${schema}`.execute(db);
  return rows[0]?.usable === true ? { isGranted: rows[0].granted } : undefined;
}

/** Grants missing rights to a brand's role, if it exists, for example to tables that a step or a restore has just made. */
export async function grantSchema(tx: Kysely<Schema>, schema: string): Promise<void> {
  const role = await findRole(tx, schema);
  if (role === undefined || role.isGranted) return;
  const name = sql.id(schema);
  const { rows } = await selectUngranted(schema).execute(tx);
  const listOf = (kind: Relation["kind"]) =>
    rows.filter((row) => row.kind === kind).map((row) => sql`${sql.id(schema, row.name)}`);
  const [tables, sequences] = [listOf("table"), listOf("sequence")];
  await sql`grant usage on schema ${name} to ${name}`.execute(tx);
  if (tables.length > 0)
    await sql`grant select, insert, update, delete on table ${sql.join(tables)} to ${name}`.execute(tx);
  if (sequences.length > 0)
    await sql`grant usage, select, update on sequence ${sql.join(sequences)} to ${name}`.execute(tx);
}

type Relation = { name: string; kind: "table" | "sequence" };

/**
 * The tables and sequences in the schema of a brand for which its role lacks a privilege. The query follows dependencies of the
 * schema, because pg_class has no index by schema. With a thousand brands, all of it would be read for each brand.
 */
const selectUngranted = (schema: string) => sql<Relation>`
  select relname as name, case relkind when 'S' then 'sequence' else 'table' end as kind
  from pg_depend join pg_class on pg_class.oid = objid
  where classid = 'pg_class'::regclass and refclassid = 'pg_namespace'::regclass
    and refobjid = (select oid from pg_namespace where nspname = ${schema})
    and case relkind
      when 'r' then not (has_table_privilege(${schema}, objid, 'select') and has_table_privilege(${schema}, objid, 'insert')
        and has_table_privilege(${schema}, objid, 'update') and has_table_privilege(${schema}, objid, 'delete'))
      when 'S' then not (has_sequence_privilege(${schema}, objid, 'usage')
        and has_sequence_privilege(${schema}, objid, 'select') and has_sequence_privilege(${schema}, objid, 'update'))
      else false end`;

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
