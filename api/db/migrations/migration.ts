import type { Kysely } from "kysely";

/** A step forward. `up` runs inside a transaction, on SQLite and on PostgreSQL, and is never changed once released. */
export type Migration = { name: string; up(db: Kysely<unknown>): Promise<void> };
