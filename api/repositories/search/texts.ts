import { PostgresAdapter, type RawBuilder, sql } from "kysely";

import { foldSearch } from "../../../config/typed/search.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { inSchema } from "../../db/migrations/in-schema.ts";
import { type Fragments, gramsOf } from "../../domain/search/fragments.ts";
import type { SearchedValue } from "./values.ts";

export type SearchTable = "search_orders" | "search_recipients" | "search_shoppers";

/** An order with many attempts to pay has a longer text. Its end would find nothing that is asked for. */
const MOST_CHARACTERS = 4_000;

const textOf = (values: readonly SearchedValue[] | undefined) =>
  (values ?? [])
    .map(({ value }) => foldSearch(value))
    .join("\n")
    .slice(0, MOST_CHARACTERS)
    .toWellFormed();

type Entries = {
  /** The newest is the last one with `isNew`, and the first one without. */
  refs: readonly string[];
  valuesOf: ReadonlyMap<string, SearchedValue[]>;
  /** False for rows that were there before all others. */
  isNew: boolean;
};

/** Makes the texts of orders or shoppers again. One without values has none. */
export async function writeTexts(tx: Writer, table: SearchTable, { refs, valuesOf, isNew }: Entries) {
  if (refs.length === 0) return;
  const wanted = new Map(refs.map((ref) => [ref, textOf(valuesOf.get(ref))]));
  // In the order of their ids, in which the index of SQLite takes them together.
  const stored = await tx.selectFrom(table).selectAll().where("ref", "in", refs).orderBy("id").execute();
  for (const { id, ref, text: before } of stored) {
    const text = wanted.get(ref)!;
    wanted.delete(ref);
    if (text === "") await tx.deleteFrom(table).where("id", "=", id).execute();
    else if (text !== before) await tx.updateTable(table).set({ text }).where("id", "=", id).execute();
  }
  const fresh = [...wanted].filter(([, text]) => text !== "").map(([ref, text]) => ({ ref, text }));
  if (fresh.length === 0) return;
  const { last, first } = await tx
    .selectFrom(table)
    .select(({ fn }) => [fn.max<number | null>("id").as("last"), fn.min<number | null>("id").as("first")])
    .executeTakeFirstOrThrow();
  const idOf = (at: number) => (isNew ? Math.max(last ?? 0, 0) + 1 + at : Math.min(first ?? 0, 0) - 1 - at);
  const rows = fresh.map((row, at) => ({ id: idOf(at), ...row }));
  await tx
    .insertInto(table)
    .values(isNew ? rows : rows.reverse())
    .execute();
}

/** Removes the texts of a person who is being erased. */
export async function removePerson(tx: Writer, userId: string) {
  await tx.deleteFrom("search_shoppers").where("ref", "=", userId).execute();
  await tx
    .deleteFrom("search_recipients")
    .where("ref", "in", (from) => from.selectFrom("orders").select("orders.id").where("user_id", "=", userId))
    .execute();
}

/** On PostgreSQL a common fragment is looked for in this many of the newest texts, before the index is asked. */
const NEWEST = 5_000;
/** The most texts that are compared after the index. */
const MOST_COMPARED = 20_000;

type Found = { ref: string; id: number };

/** The orders or shoppers whose texts match, the newest first. */
export async function findTexts(
  db: Reader,
  table: SearchTable,
  fragments: Fragments,
  limit: number,
): Promise<string[]> {
  const found = new Map<string, number>();
  for (const words of fragments)
    for (const { ref, id } of await findWords(db, table, words, limit)) found.set(ref, Number(id));
  return [...found]
    .sort(([, one], [, other]) => other - one)
    .slice(0, limit)
    .map(([ref]) => ref);
}

const isPostgres = (db: Reader) => db.getExecutor().adapter instanceof PostgresAdapter;

const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

async function findWords(db: Reader, table: SearchTable, words: string[], limit: number): Promise<Found[]> {
  if (!isPostgres(db)) {
    const query = sql<Found>`${selectOnSqlite(table, words)} order by ${sql.id(`${table}_index`)}.rowid desc limit ${limit}`;
    return (await query.execute(db)).rows;
  }
  const texts = inSchema(db, table);
  const isMatch = isMatchOnPostgres(words);
  const newest =
    await sql<Found>`select ref, id from (select ref, id, text from ${texts} order by id desc limit ${sql.lit(NEWEST)})
    as newest where ${isMatch} limit ${limit}`.execute(db);
  if (newest.rows.length === limit) return newest.rows;
  const others = await sql<Found>`select ref, id from (select ref, id, text from ${texts} where ${hasGrams(db, words)}
    limit ${sql.lit(MOST_COMPARED)}) as candidates where ${isMatch} order by id desc limit ${limit}`.execute(db);
  return [...newest.rows, ...others.rows];
}

/** A query of all orders or shoppers whose texts match, as a part of another one. */
export function selectMatches(db: Reader, table: SearchTable, fragments: Fragments): RawBuilder<unknown> {
  const parts = fragments.map((words) =>
    isPostgres(db)
      ? sql`select ref from ${inSchema(db, table)} where ${hasGrams(db, words)} and ${isMatchOnPostgres(words)}`
      : sql`select ref from (${selectOnSqlite(table, words)}) as matches`,
  );
  return sql.join(parts, sql` union `);
}

/** The index of SQLite has no places of the three letters, so the text decides. */
function selectOnSqlite(table: SearchTable, words: string[]): RawBuilder<unknown> {
  const [texts, index] = [sql.id(table), sql.id(`${table}_index`)];
  const grams = words.flatMap(gramsOf).map((gram) => `"${gram.replaceAll('"', '""')}"`);
  const contains = words.map((word) => sql`instr(${texts}.text, ${word}) > 0`);
  return sql`select ${texts}.ref, ${texts}.id from ${index} cross join ${texts} on ${texts}.id = ${index}.rowid
    where ${index} match ${grams.join(" AND ")} and ${and(contains)}`;
}

const hasGrams = (db: Reader, words: string[]) =>
  sql`${inSchema(db, "search_grams")}(text) @> ${words.flatMap(gramsOf)}::text[]`;

const isMatchOnPostgres = (words: string[]) => and(words.map((word) => sql`strpos(text, ${word}) > 0`));
