import { type Kysely, type RawBuilder, sql, TableNode } from "kysely";

/** The schema of a brand on PostgreSQL; undefined on SQLite. */
function schemaOf(db: Pick<Kysely<any>, "selectFrom">): string | undefined {
  const [from] = db.selectFrom("migrations").toOperationNode().from!.froms;
  return from !== undefined && TableNode.is(from) ? from.table.schema?.name : undefined;
}

/** The name of a table or function for raw SQL, to which Kysely does not add the brand's schema. */
export function inSchema(db: Pick<Kysely<any>, "selectFrom">, name: string): RawBuilder<unknown> {
  const schema = schemaOf(db);
  return schema === undefined ? sql.id(name) : sql.id(schema, name);
}
