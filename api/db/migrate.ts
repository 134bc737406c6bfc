import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";
import { migrations } from "./migrations.ts";

/**
 * Brings one tenant's database up to date, forward only, inside the caller's transaction: all or nothing. Kysely's own
 * Migrator looks at every schema of the server twice; this reads one small table.
 */
export async function migrate(tx: Kysely<Schema>) {
  const db = tx as unknown as Kysely<{ migrations: { name: string; applied_at: number } }>;
  await db.schema
    .createTable("migrations")
    .ifNotExists()
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("applied_at", "bigint", (column) => column.notNull())
    .execute();
  const applied = new Set((await db.selectFrom("migrations").select("name").execute()).map(({ name }) => name));
  for (const { name, up } of migrations) {
    if (applied.has(name)) continue;
    await up(tx as unknown as Kysely<unknown>);
    await db.insertInto("migrations").values({ name, applied_at: Date.now() }).execute();
  }
}
