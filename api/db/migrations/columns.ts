import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter } from "kysely";

/** A generated integer primary key that counts from 1: `.addColumn("id", "integer", generatedId(db))`. */
export const generatedId = (db: Kysely<unknown>) => (column: ColumnDefinitionBuilder) =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? column.generatedByDefaultAsIdentity().primaryKey()
    : column.primaryKey().autoIncrement();

export const required = (column: ColumnDefinitionBuilder) => column.notNull();
