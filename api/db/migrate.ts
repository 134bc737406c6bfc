import type { Kysely } from "kysely";
import { migrations } from "./migrations.ts";
import type { Schema } from "./schema.ts";

/**
 * Brings one tenant's database up to date, forward only, inside the caller's transaction: all or nothing. Kysely's own
 * Migrator looks at every schema of the server twice; this reads one small table.
 */
export async function migrate(tx: Kysely<Schema>) {
  await tx.schema
    .createTable("migrations")
    .ifNotExists()
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("applied_at", "bigint", (column) => column.notNull())
    .execute();
  const applied = await tx.selectFrom("migrations").select("name").execute();
  for (const { name, up } of migrations) {
    if (applied.some((row) => row.name === name)) continue;
    await up(tx as unknown as Kysely<unknown>);
    await tx.insertInto("migrations").values({ name, applied_at: Date.now() }).execute();
  }
}
