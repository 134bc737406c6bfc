import { type RawBuilder, sql, TableNode } from "kysely";

import type { Reader } from "./database.ts";

/** The schema of a brand on PostgreSQL; undefined on SQLite. */
function schemaOf(db: Pick<Reader, "selectFrom">): string | undefined {
  const [from] = db.selectFrom("migrations").toOperationNode().from!.froms;
  return from !== undefined && TableNode.is(from) ? from.table.schema?.name : undefined;
}

/** The name of a table or function for raw SQL, to which Kysely does not add the brand's schema. */
export function inSchema(db: Pick<Reader, "selectFrom">, name: string): RawBuilder<unknown> {
  const schema = schemaOf(db);
  return schema === undefined ? sql.id(name) : sql.id(schema, name);
}
