import { type RawBuilder, sql } from "kysely";

import type { Reader } from "../../db/database.ts";
import type { SearchTerm } from "../../domain/search/search-terms.ts";
import { selectProducts, withDenominations } from "./catalogue.ts";

const SEARCH_LIMIT = 48;

/**
 * At most 48 products whose name, category and subcategory together contain every term. First come names that begin with the
 * terms. Then every term begins a word of the name, and then a word of any of the three. Then come names with words that sound as
 * the terms, and the rest; each group in recommended order. Without terms, all products match. With an `amount` (paise), only
 * products that offer it.
 */
export async function findProductsByTerms(db: Reader, terms: SearchTerm[], amount: number | null = null) {
  const text = sql.ref<string>("products.search_text"); // begins with the name
  const name = sql<string>`substr(${text}, 1, length(${sql.ref("products.name")}))`;
  const begins = (where: RawBuilder<string>, word: string) => isLike(sql`' ' || ${where}`, `% ${escape(word)}%`);
  const hasWords = (where: RawBuilder<string>) => all(terms.map(({ word }) => begins(where, word)));
  const hasSounds = all(terms.map(({ word, sounding }) => any([word, ...sounding].map((each) => begins(name, each)))));
  const phrase = escape(terms.map(({ word }) => word).join(" "));

  const found = await db
    .selectFrom("products")
    .select("products.id")
    .where(all(terms.map((term) => hasTerm(text, term))))
    .$if(amount !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("denominations")
            .select("denominations.id")
            .whereRef("denominations.product_id", "=", "products.id")
            .where("denominations.min", "<=", amount)
            .where("denominations.max", ">=", amount),
        ),
      ),
    )
    .$if(terms.length > 0, (query) =>
      query.orderBy(
        sql`case when ${isLike(text, `${phrase}%`)} then 0 when ${hasWords(name)} then 1 when ${hasWords(text)} then 2 when ${hasSounds} then 3 else 4 end`,
      ),
    )
    .orderBy("products.position")
    .orderBy("products.id")
    .limit(SEARCH_LIMIT)
    .execute();
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const rows = await selectProducts(db.selectFrom("products").where("products.id", "in", ids)).execute();
  return withDenominations(
    db,
    rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
  );
}

/** A shorter word is a part of too many others. */
const MIN_PART_LETTERS = 4;

function hasTerm(text: RawBuilder<string>, { spellings, sounding }: SearchTerm) {
  const [long, short] = [sounding.filter(isLong), sounding.filter((word) => !isLong(word))];
  return any([
    ...[...spellings, ...long].map((word) => isLike(text, `%${escape(word)}%`)),
    ...short.map((word) => isLike(asWords(text), `% ${escape(word)} %`)),
  ]);
}

const isLong = (word: string) => word.length >= MIN_PART_LETTERS;

/** The text with spaces around each word. */
const asWords = (text: RawBuilder<string>) =>
  ["\n", "-", ",", ".", "/"].reduce(
    (spaced, sign) => sql<string>`replace(${spaced}, ${sql.lit(sign)}, ' ')`,
    sql<string>`' ' || ${text} || ' '`,
  );

const escape = (text: string) => text.replace(/[\\%_]/g, "\\$&");
const isLike = (text: RawBuilder<string>, pattern: string) => sql<boolean>`${text} like ${pattern} escape '\\'`;
const all = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join([sql`1 = 1`, ...conditions], sql` and `)})`;
const any = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** Changes when a product is added or edited. */
export const readCatalogueMark = (db: Reader) =>
  db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom("products")
        .select(({ fn }) => fn.max("id").as("id"))
        .as("id"),
      selectFrom("products")
        .select(({ fn }) => fn.max("changed_at").as("changed_at"))
        .as("changed_at"),
    ])
    .executeTakeFirstOrThrow();

/** The search texts of `count` products from `offset` on. */
export const listSearchTexts = (db: Reader, offset: number, count: number) =>
  // In this order, the index on the search texts covers the query.
  db.selectFrom("products").select("search_text").orderBy("name").orderBy("id").offset(offset).limit(count).execute();
