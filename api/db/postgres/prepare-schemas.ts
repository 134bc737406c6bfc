import { type Kysely, sql } from "kysely";

import { runConcurrently } from "../../concurrency/run-concurrently.ts";
import { migrate, migrationsOf } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import { grantSchema } from "./roles.ts";

/** Brands that are created or migrated at the same time; the other connections are for requests. */
const MOST_AT_ONCE = 4;

/**
 * Creates and migrates the schemas that are not current. Returns the errors by tenant.
 * @param tenants ids by the names of their schemas
 */
export async function prepareSchemas(
  db: Kysely<Schema>,
  tenants: ReadonlyMap<string, string>,
): Promise<Map<string, Error>> {
  const outdated = new Map(tenants);
  for (const name of await listCurrent(db, tenants)) outdated.delete(name);
  const failed = new Map<string, Error>();
  await runConcurrently(MOST_AT_ONCE, outdated, ([name, tenantId]) =>
    prepareSchema(db, name, tenantId).catch((error: Error) => failed.set(tenantId, error)),
  );
  return failed;
}

const prepareSchema = (db: Kysely<Schema>, name: string, tenantId: string) =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local lock_timeout = 10000`.execute(tx);
    // Two programs that start at once migrate one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
    await tx.schema.createSchema(name).ifNotExists().execute();
    await migrate(tx.withSchema(name), tenantId);
    await noteVersion(tx, name, tenantId);
    await grantSchema(tx, name);
  });

/** A schema's comment: it is written in the migration's transaction, and stays with the schema in a rename or a dump. */
function currentNote(tenantId: string) {
  const migrations = migrationsOf(tenantId);
  return `Awning schema ${migrations.length}: ${migrations.at(-1)!.name}`;
}

const noteVersion = (tx: Kysely<Schema>, schema: string, tenantId: string) =>
  sql`comment on schema ${sql.id(schema)} is ${sql.lit(currentNote(tenantId))}`.execute(tx);

/**
 * Those of the schemas that have all migrations and no newer one: one query for all brands.
 * @param tenants ids by the names of their schemas
 */
async function listCurrent(db: Kysely<Schema>, tenants: ReadonlyMap<string, string>): Promise<string[]> {
  const { rows } = await sql<{ name: string; note: string | null }>`
    select nspname as name, obj_description(oid, 'pg_namespace') as note from pg_namespace
    where nspname = any(${[...tenants.keys()]})`.execute(db);
  return rows.flatMap(({ name, note }) => (note === currentNote(tenants.get(name)!) ? [name] : []));
}
