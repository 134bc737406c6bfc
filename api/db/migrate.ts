import type { Kysely } from "kysely";

import { BrandClosedError, isTableMissing } from "./database.ts";
import type { Migration } from "./migrations/migration.ts";
import { migrations } from "./migrations/migrations.ts";
import { STAFF_ID, staffMigrations } from "./migrations/staff.ts";
import type { Schema } from "./schema.ts";

/** The migrations of the database of a brand, or of the staff, whose tables differ. */
export const migrationsOf = (tenantId: string): Migration[] => (tenantId === STAFF_ID ? staffMigrations : migrations);

/**
 * A newer version of Awning has migrated this database. This version cannot interpret its rows, so it must not touch
 * them.
 */
export class NewerSchemaError extends Error {
  constructor(tenantId: string, newer: string) {
    super(
      `a newer version of Awning wrote the data of ${tenantId === STAFF_ID ? "the staff" : `brand ${tenantId}`} ` +
        `(schema ${newer}; this version knows ${migrationsOf(tenantId).at(-1)!.name} and older): ` +
        `run that version again, or restore a backup that is older than it`,
    );
    this.name = "NewerSchemaError";
  }
}

/**
 * The placeholder for a brand's data that are set aside (move/). It looks like a migration of a newer version, so that older
 * versions do not open an empty shop there.
 */
export const SET_ASIDE = "999-set-aside";

/** True if `migrate` would neither change nor refuse anything. It costs one small read, and no lock. */
export async function isMigrated(db: Kysely<Schema>, tenantId: string): Promise<boolean> {
  try {
    const { missing, newer } = await compareMigrations(db, tenantId);
    return missing.length === 0 && newer.length === 0;
  } catch (error) {
    if (isTableMissing(error)) return false;
    throw error;
  }
}

async function compareMigrations(db: Kysely<Schema>, tenantId: string) {
  const migrations = migrationsOf(tenantId);
  const rows = await db.selectFrom("migrations").select("name").execute();
  const applied = new Set(rows.map(({ name }) => name));
  const known = new Set(migrations.map(({ name }) => name));
  return {
    missing: migrations.filter(({ name }) => !applied.has(name)),
    // Steps without a number are not migrations: they fill tables and columns that a migration made.
    newer: [...applied].filter((name) => /^\d{3}-/.test(name) && !known.has(name)).toSorted(),
  };
}

/**
 * Migrates one tenant's database forward, inside the caller's transaction. It replaces Kysely's Migrator, which
 * inspects every schema of the server twice; this reads one small table.
 * @throws NewerSchemaError, BrandClosedError
 */
export async function migrate(tx: Kysely<Schema>, tenantId: string) {
  await tx.schema
    .createTable("migrations")
    .ifNotExists()
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("applied_at", "bigint", (column) => column.notNull())
    .execute();
  const { missing, newer } = await compareMigrations(tx, tenantId);
  if (newer.includes(SET_ASIDE)) throw new BrandClosedError(`brand ${tenantId} has moved away, or is being moved`);
  if (newer.length > 0) throw new NewerSchemaError(tenantId, newer.at(-1)!);
  for (const { name, up } of missing) {
    await up(tx as unknown as Kysely<unknown>);
    await tx.insertInto("migrations").values({ name, applied_at: Date.now() }).execute();
  }
}
