import { type Expression, PostgresAdapter, type RawBuilder, sql } from "kysely";

import type { Reader } from "./database.ts";

/**
 * Text that is compared byte by byte, as SQLite does by itself. PostgreSQL's own order knows languages, and cannot find a
 * prefix in an index.
 */
export const bytewise = (db: Pick<Reader, "getExecutor">, text: Expression<string>): RawBuilder<string> =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql<string>`${text} collate "C"` : sql<string>`${text}`;
