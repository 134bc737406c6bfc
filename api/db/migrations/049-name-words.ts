import { type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";

import { ordered } from "./026-order-desk.ts";
import type { Migration } from "./migration.ts";

/** Each index holds only names that long. Almost no name has a sixth word. */
const LATER_WORDS = [3, 4, 5];

/** Finds a person by the third to fifth word of a name; 026-order-desk has the first two. */
export const nameWords: Migration = {
  name: "049-name-words",
  async up(db: Kysely<unknown>) {
    for (const [table, name] of [
      ["users", "username"],
      ["gifts", "recipient_name"],
    ] as const)
      for (const word of LATER_WORDS)
        await db.schema
          .createIndex(`${table}_${name}_${word}`)
          .on(table)
          .expression(laterKey(db, name, word))
          .where(hasWord(db, name, word))
          .execute();
  },
};

const laterKey = (db: Kysely<any>, name: string, word: number) => ordered(db, sql`lower(${fromWord(db, name, word)})`);

const hasWord = (db: Kysely<any>, name: string, word: number) =>
  sql<boolean>`${spaceIn(db, fromWord(db, name, word - 1))} > 0`;

function fromWord(db: Kysely<any>, name: string, word: number): RawBuilder<string> {
  if (word === 1) return sql.ref<string>(name);
  const before = fromWord(db, name, word - 1);
  return sql<string>`substr(${before}, ${spaceIn(db, before)} + 1)`;
}

const spaceIn = (db: Kysely<any>, text: RawBuilder<string>) =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<number>`strpos(${text}, ' ')`
    : sql<number>`instr(${text}, ' ')`;
