import {
  type ColumnDefinitionBuilder,
  type Expression,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from "kysely";

/** A generated integer primary key that counts from 1: `.addColumn("id", "integer", generatedId(db))`. */
export const generatedId = (db: Kysely<unknown>) => (column: ColumnDefinitionBuilder) =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? column.generatedByDefaultAsIdentity().primaryKey()
    : column.primaryKey().autoIncrement();

export const required = (column: ColumnDefinitionBuilder) => column.notNull();

/**
 * Text that is compared byte by byte, as SQLite does by itself. PostgreSQL's own order knows languages, and cannot find a
 * prefix in an index.
 */
export const bytewise = (db: Pick<Kysely<any>, "getExecutor">, text: Expression<string>): RawBuilder<string> =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql<string>`${text} collate "C"` : sql<string>`${text}`;
