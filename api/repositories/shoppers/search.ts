import { type Expression, type RawBuilder, sql } from "kysely";

import type { Reader } from "../../db/database.ts";
import { wordKeys } from "../../db/migrations/049-name-words.ts";
import { bytewise } from "../../db/migrations/columns.ts";
import type { PlaceInList } from "../../db/place-in-list.ts";
import type { PrefixSearch, ShopperSearch } from "./shopper-search.ts";

export const SHOPPER_SORTS = ["-created", "created", "-coins", "coins"] as const;
export type ShopperSort = (typeof SHOPPER_SORTS)[number];

type Filter = {
  /** At least one of them has to match. */
  search?: readonly ShopperSearch[];
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
 * Shoppers, newest first by default. Each search reads an index (028-shoppers, 039-shoppers-by-coins, 049-name-words), and the
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
    .$if(search !== undefined, (query) => query.where("id", "in", selectFound(db, search!)))
    .$if(state === "disabled", (query) => query.where("disabled_at", "is not", null))
    .$if(state === "unverified", (query) =>
      query.where("email_verified_at", "is", null).where("verified_phone", "is", null),
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

/** One query for each index, because SQLite uses no index for an OR of two. */
function selectFound(db: Reader, search: readonly ShopperSearch[]) {
  const [first, ...others] = search
    .flatMap((one) => (one.by === "receipt" ? [isBuyer(db, one)] : conditionsOf(db, one)))
    .map((condition) => db.selectFrom("users").select("id").where(condition));
  return others.reduce((all, one) => all.union(one), first!);
}

/** The shopper whose order the receipt is for. */
function isBuyer(db: Reader, { year, serial }: { year: string; serial: number }) {
  const buyer = db
    .selectFrom("receipts")
    .innerJoin("orders", "orders.id", "receipts.order_id")
    .where("financial_year", "=", year)
    .where("serial", "=", serial)
    .select("orders.user_id");
  return sql<boolean>`id = (${buyer})`;
}

/** The greatest character there is. */
const LAST = "\u{10FFFF}";

/** A text with this beginning. Names may match from any word. */
function conditionsOf(db: Reader, { by, text }: PrefixSearch): RawBuilder<boolean>[] {
  const column = bytewise(db, COLUMNS[by]);
  if (by !== "name") return [begins(column, sql`${text.toLowerCase()}`)];
  // The database's own lower case, because it may differ beyond ASCII.
  const prefix = sql<string>`lower(${text})`;
  const [, ...laterWords] = wordKeys(db, "username");
  return [
    begins(column, prefix),
    ...laterWords.map(({ key, isPresent }) =>
      isPresent === undefined ? begins(key, prefix) : sql<boolean>`${isPresent} and ${begins(key, prefix)}`,
    ),
  ];
}

const begins = (column: Expression<string>, prefix: RawBuilder<string>) =>
  sql<boolean>`${column} >= ${prefix} and ${column} <= ${prefix} || ${LAST}`;

const COLUMNS: Record<PrefixSearch["by"], Expression<string>> = {
  email: sql.ref("email_key"),
  phone: sql.ref("phone"),
  name: sql`lower(username)`,
};
