import type { Kysely } from "kysely";

/** A forward migration. `up` runs inside a transaction on both databases and never changes after its release. */
export type Migration = { name: string; up(db: Kysely<unknown>): Promise<void> };
