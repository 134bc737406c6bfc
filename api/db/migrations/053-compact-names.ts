import { type Kysely, sql } from "kysely";

import { toCompact } from "../../domain/search/search-terms.ts";
import type { Migration } from "./migration.ts";

type Tables = { products: { id: number; name: string; search_text: string } };

/** Search texts end with the product's name in one word. */
export const compactNames: Migration = {
  name: "053-compact-names",
  async up(database: Kysely<unknown>) {
    const db = database as Kysely<Tables>;
    for (const { id, name } of await db.selectFrom("products").select(["id", "name"]).execute())
      await db
        .updateTable("products")
        .set({ search_text: sql`search_text || cast(${`\n${toCompact(name)}`} as text)` })
        .where("id", "=", id)
        .execute();
  },
};
