import { expressionBuilder, PostgresAdapter, type RawBuilder, sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

/** The sort keys of the list, and their columns. Each has an index with the id (030-catalogue-desk). */
const COLUMNS = {
  recommended: "products.position",
  name: "products.name",
  price: "products.price",
  stock: "products.free_cards",
  changed: "products.changed_at",
} as const;

export type DeskSort = keyof typeof COLUMNS;
export const DESK_SORTS = Object.keys(COLUMNS) as [DeskSort, ...DeskSort[]];

/** For files, the id is a sort key: sales and changes during an export move no product to another page. */
const ALL_COLUMNS = { ...COLUMNS, id: "products.id" } as const;

export type DeskFilter = {
  /** Part of the name, category, subcategory or sku. */
  q?: string;
  /** A category's key. */
  category?: string;
  isAvailable?: boolean;
  /** "none": no card could be sold at the worker's last check. "low": fewer than the product's limit. */
  stock?: "none" | "low";
  /** The code of a language in which the product has no name. */
  unnamedIn?: string;
};

export type DeskPage = {
  sort: keyof typeof ALL_COLUMNS;
  isDescending: boolean;
  /** The id of the last product of the previous page. */
  after?: number;
  limit: number;
};

/** A page of the list in the console. It reads the ids from indexes, and then the rows of the page without their texts. */
export async function listDeskProducts(db: Reader, filter: DeskFilter, { sort, isDescending, after, limit }: DeskPage) {
  const column = ALL_COLUMNS[sort];
  const direction = isDescending ? "desc" : "asc";
  const last =
    after === undefined
      ? undefined
      : await db
          .selectFrom("products")
          .select(["id", `${column} as value`])
          .where("id", "=", after)
          .executeTakeFirst();
  const ids = selectMatching(db, filter)
    .select("products.id")
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple(column, "products.id"),
          isDescending ? "<" : ">",
          tuple<string | number, number>(last!.value, last!.id) as never,
        ),
      ),
    )
    .orderBy(column, direction)
    .orderBy("products.id", direction)
    .limit(limit);
  return db
    .selectFrom("products")
    .innerJoin("categories", "categories.id", "products.category_id")
    .innerJoin("subcategories", "subcategories.id", "products.subcategory_id")
    .select(["products.id", "products.sku", "products.name", "products.price", "products.price_mrp"])
    .select(["products.is_available", "products.free_cards", "products.low_since", "products.changed_at"])
    .select(["categories.name as category", "subcategories.name as subcategory", "products.position"])
    .where("products.id", "in", ids)
    .orderBy(column, direction)
    .orderBy("products.id", direction)
    .execute();
}

function selectMatching(db: Reader, { q = "", category, isAvailable, stock, unnamedIn }: DeskFilter) {
  return db
    .selectFrom("products")
    .$if(q !== "", (query) => query.where(matches(db, q)))
    .$if(category !== undefined, (query) =>
      query.where("products.category_id", "in", (shelves) =>
        shelves.selectFrom("categories").select("categories.id").where("key", "=", category!),
      ),
    )
    .$if(isAvailable !== undefined, (query) => query.where("products.is_available", "=", isAvailable ? 1 : 0))
    .$if(unnamedIn !== undefined, (query) => query.where(isUnnamed(db, unnamedIn!)))
    .$if(stock === "none", (query) => query.where("products.free_cards", "=", 0))
    .$if(stock === "low", (query) =>
      // By the index of low stock. Otherwise the database might read all products in order for a few low ones.
      query.where("products.id", "in", db.selectFrom("products").select("id").where("low_since", "is not", null)),
    );
}

/** The product has no name in this language. */
function isUnnamed(db: Reader, code: string) {
  const { eb } = expressionBuilder<Schema, "products">();
  const isFound = eb("products.named_in", "not like", `%,${code},%`);
  if (db.getExecutor().adapter instanceof PostgresAdapter) return isFound;
  // SQLite reads indexes only, since `named_in` stands behind the long texts of a row. The plus keeps the index of the sort key:
  // otherwise it would read and sort all rows while few products have a name in this language.
  const unnamed = db.selectFrom("products").select("products.id").where(isFound);
  return sql<boolean>`+${sql.ref("products.id")} in ${unnamed}`;
}

/** The search text is in lower case. */
function matches(db: Reader, q: string) {
  const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const like = (text: RawBuilder<string>) => sql<boolean>`${text} like ${pattern} escape '\\'`;
  const [text, sku] = [like(sql.ref("search_text")), like(sql`lower(${sql.ref("sku")})`)];
  const { eb, or } = expressionBuilder<Schema, "products">();
  // PostgreSQL keeps long texts apart from their rows, and plans badly for a list of ids that may contain all products.
  if (db.getExecutor().adapter instanceof PostgresAdapter) return or([text, sku]);
  // SQLite reads one index each, and no rows.
  const find = (isFound: RawBuilder<boolean>) => db.selectFrom("products").select("id").where(isFound);
  return eb("products.id", "in", find(text).unionAll(find(sku)));
}

/** The skus that begin with this one or a part of it, ignoring case. */
export async function listSkusLike(db: Reader, stem: string): Promise<Set<string>> {
  const rows = await db.selectFrom("products").select("sku").where("sku", "like", `${stem}%`).execute();
  return new Set(rows.map(({ sku }) => sku));
}

/** Takes a product off sale, or offers it again. The worker then checks its stock. */
export const setAvailable = (tx: Writer, id: number, isAvailable: boolean, now: number) =>
  tx
    .updateTable("products")
    .set({ is_available: isAvailable ? 1 : 0, changed_at: now, stock_check_at: 0 })
    .where("id", "=", id)
    .execute();

export const setPosition = (tx: Writer, id: number, position: number) =>
  tx.updateTable("products").set({ position }).where("id", "=", id).execute();

/** All products in the recommended order. */
export const listPlaced = (db: Reader) =>
  db.selectFrom("products").select(["id", "position", "category_id"]).orderBy("position").orderBy("id").execute();

/** Products for one statement. */
const SET_AT_ONCE = 500;

/** Sets positions by the products' ids. */
export async function setPositions(tx: Writer, positions: ReadonlyMap<number, number>) {
  const groups = Map.groupBy(positions, ([, position]) => position);
  for (const [position, group] of groups)
    for (let from = 0; from < group.length; from += SET_AT_ONCE) {
      const ids = group.slice(from, from + SET_AT_ONCE).map(([id]) => id);
      await tx.updateTable("products").set({ position }).where("id", "in", ids).execute();
    }
}

/** Moves a product before all others in the recommended order. */
export async function moveToFront(tx: Writer, id: number) {
  const { first } = await tx
    .selectFrom("products")
    .select(({ fn }) => fn.min<number | null>("position").as("first"))
    .executeTakeFirstOrThrow();
  await setPosition(tx, id, (first ?? 0) - 1);
}
