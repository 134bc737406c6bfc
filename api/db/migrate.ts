import type { Kysely } from "kysely";

import { migrations } from "./migrations/migrations.ts";
import type { Schema } from "./schema.ts";

/** A newer version has changed this database: what its rows mean is not known here, so nothing may be done with them. */
class NewerSchemaError extends Error {
  constructor(tenantId: string, newer: string) {
    super(
      `a newer version of Awning wrote the data of brand ${tenantId} (schema ${newer}; this version knows ` +
        `${migrations.at(-1)!.name} and older): run that version again, or restore a backup that is older than it`,
    );
    this.name = "NewerSchemaError";
  }
}

/**
 * Brings one tenant's database up to date, forward only, inside the caller's transaction: all or nothing. Kysely's own
 * Migrator looks at every schema of the server twice; this reads one small table.
 * @throws NewerSchemaError
 */
export async function migrate(tx: Kysely<Schema>, tenantId: string) {
  await tx.schema
    .createTable("migrations")
    .ifNotExists()
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("applied_at", "bigint", (column) => column.notNull())
    .execute();
  const rows = await tx.selectFrom("migrations").select("name").execute();
  const applied = new Set(rows.map(({ name }) => name));
  const known = new Set(migrations.map(({ name }) => name));
  // Steps without a number are no migrations: they fill what one of them made.
  const newer = [...applied].filter((name) => /^\d{3}-/.test(name) && !known.has(name)).toSorted();
  if (newer.length > 0) throw new NewerSchemaError(tenantId, newer.at(-1)!);
  for (const { name, up } of migrations) {
    if (applied.has(name)) continue;
    await up(tx as unknown as Kysely<unknown>);
    await tx.insertInto("migrations").values({ name, applied_at: Date.now() }).execute();
  }
}
