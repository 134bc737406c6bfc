import { sql } from "kysely";

import type { Reader } from "../../db/database.ts";
import { inSchema } from "../../db/migrations/in-schema.ts";
import type { PlaceInList } from "../../db/place-in-list.ts";
import type { Fragments } from "../../domain/search/fragments.ts";
import { selectMatches } from "../search/texts.ts";

export const SHOPPER_SORTS = ["-created", "created", "-coins", "coins"] as const;
export type ShopperSort = (typeof SHOPPER_SORTS)[number];

type Filter = {
  /** These shoppers, and all whose texts match. */
  search?: { ids: readonly string[]; fragments?: Fragments };
  state?: "disabled" | "unverified";
  sort?: ShopperSort;
  after?: PlaceInList;
  limit: number;
  /** The number of rows to leave out at the beginning. */
  skip?: number;
};

const orderOf = (sort: ShopperSort) => ({
  column: sort.endsWith("coins") ? ("coins" as const) : ("created_at" as const),
  direction: sort.startsWith("-") ? ("desc" as const) : ("asc" as const),
});

/**
 * Shoppers, newest first by default. Each filter reads an index (028-shoppers, 039-shoppers-by-coins, 077-search), and the
 * shoppers of its page only.
 */
export function selectShoppers(db: Reader, filter: Filter) {
  const { column, direction } = orderOf(filter.sort ?? "-created");
  return db
    .selectFrom("users")
    .select(["id", "username", "email", "email_verified_at", "phone", "verified_phone", "coins"])
    .select(["created_at", "disabled_at", "erased_at"])
    .where("id", "in", selectIds(db, filter))
    .orderBy(column, direction)
    .orderBy("id", direction);
}

/** The cursor of the page after this shopper. */
export const placeOfShopper = (
  shopper: { id: string; coins: number; created_at: number },
  sort: ShopperSort,
): PlaceInList => ({ value: shopper[orderOf(sort).column], id: shopper.id });

function selectIds(db: Reader, { search, state, sort = "-created", after, limit, skip = 0 }: Filter) {
  const { column, direction } = orderOf(sort);
  // Only the matches are sorted. Otherwise the database might read all shoppers in order for a few matches.
  const isFound = search !== undefined || (state !== undefined && column === "coins");
  return db
    .selectFrom("users")
    .select("id")
    .$if(search !== undefined, (query) => query.where(isFoundBy(db, search!)))
    .$if(state === "disabled", (query) => query.where("disabled_at", "is not", null))
    .$if(state === "unverified", (query) =>
      query
        .where("email_verified_at", "is", null)
        // As an expression, so that SQLite reads the index of unproven addresses.
        .where(({ fn, val }) => fn.coalesce("verified_phone", val("")), "=", ""),
    )
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

function isFoundBy(db: Reader, { ids, fragments }: NonNullable<Filter["search"]>) {
  const parts = [
    ...(ids.length === 0 ? [] : [sql`select id from ${inSchema(db, "users")} where id in (${sql.join(ids)})`]),
    ...(fragments === undefined ? [] : [selectMatches(db, "search_shoppers", fragments)]),
  ];
  return parts.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`id in (${sql.join(parts, sql` union `)})`;
}
