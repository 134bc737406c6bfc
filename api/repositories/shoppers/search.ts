import { type Expression, type ExpressionBuilder, sql } from "kysely";

import type { Reader } from "../../db/database.ts";
import { bytewise } from "../../db/migrations/columns.ts";
import type { PlaceInList } from "../../db/place-in-list.ts";
import type { Schema } from "../../db/schema.ts";
import type { ShopperSearch } from "./shopper-search.ts";

export const SHOPPER_SORTS = ["-created", "created", "-coins", "coins"] as const;
export type ShopperSort = (typeof SHOPPER_SORTS)[number];

type Filter = {
  /** Of which one has to fit. */
  search?: readonly ShopperSearch[];
  state?: "disabled" | "unverified";
  sort?: ShopperSort;
  after?: PlaceInList;
  limit: number;
  /** So many rows are left out at the beginning. */
  skip?: number;
};

const orderOf = (sort: ShopperSort) => ({
  column: sort.endsWith("coins") ? ("coins" as const) : ("created_at" as const),
  direction: sort.startsWith("-") ? ("desc" as const) : ("asc" as const),
});

/**
 * Shoppers, newest first unless `sort` says otherwise. Each search reads an index (028-shoppers, 039-shoppers-by-coins), and the
 * shoppers of its page only.
 */
export function selectShoppers(db: Reader, filter: Filter) {
  const { column, direction } = orderOf(filter.sort ?? "-created");
  return db
    .selectFrom("users")
    .select(["id", "username", "email", "email_verified_at", "phone", "coins"])
    .select(["created_at", "disabled_at", "erased_at"])
    .where("id", "in", selectIds(db, filter))
    .orderBy(column, direction)
    .orderBy("id", direction);
}

/** Where the next page begins after this shopper. */
export const placeOfShopper = (
  shopper: { id: string; coins: number; created_at: number },
  sort: ShopperSort,
): PlaceInList => ({ value: shopper[orderOf(sort).column], id: shopper.id });

function selectIds(db: Reader, { search, state, sort = "-created", after, limit, skip = 0 }: Filter) {
  const { column, direction } = orderOf(sort);
  // What was found is sorted. Else the database might read all shoppers in order for the few that match.
  const isFound = search !== undefined || (state !== undefined && column === "coins");
  return db
    .selectFrom("users")
    .select("id")
    .$if(search !== undefined, (query) => query.where("id", "in", selectFound(db, search!)))
    .$if(state === "disabled", (query) => query.where("disabled_at", "is not", null))
    .$if(state === "unverified", (query) => query.where("email_verified_at", "is", null))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(column, "id"), direction === "desc" ? "<" : ">", tuple(after!.value, after!.id)),
      ),
    )
    .orderBy(isFound ? sql`${sql.ref(column)} + 0` : sql.ref(column), direction)
    .orderBy("id", direction)
    .limit(limit)
    .$if(skip > 0, (query) => query.offset(skip));
}

/** One query for each field, for SQLite reads no index for an OR of two. */
const selectFound = (db: Reader, [first, ...others]: readonly ShopperSearch[]) => {
  const found = (one: ShopperSearch) =>
    db
      .selectFrom("users")
      .select("id")
      .where((where) => beginsWith(db, where, one));
  return others.reduce((all, one) => all.union(found(one)), found(first!));
};

/** The greatest character there is. */
const LAST = "\u{10FFFF}";

function beginsWith(db: Reader, { eb, and }: ExpressionBuilder<Schema, "users">, { by, text }: ShopperSearch) {
  const column = bytewise(db, COLUMNS[by]);
  // The database's own lower case, for it differs beyond ASCII.
  const prefix = by === "name" ? sql<string>`lower(${text})` : sql<string>`${text.toLowerCase()}`;
  return and([eb(column, ">=", prefix), eb(column, "<=", sql<string>`${prefix} || ${LAST}`)]);
}

const COLUMNS: Record<ShopperSearch["by"], Expression<string>> = {
  email: sql.ref("email_key"),
  phone: sql.ref("phone"),
  name: sql`lower(username)`,
};
