import { type Expression, type ExpressionBuilder, sql } from "kysely";

import type { Reader } from "../../db/database.ts";
import { bytewise } from "../../db/migrations/columns.ts";
import type { Schema } from "../../db/schema.ts";

export const SEARCHES = ["email", "phone", "name"] as const;

type Filter = {
  /** What the address, phone or name begins with. */
  search?: { by: (typeof SEARCHES)[number]; text: string };
  state?: "disabled" | "unverified";
  after?: { value: number; id: string };
  limit: number;
};

/** Shoppers, newest first. Each search reads one index (028-shoppers), and the shoppers of its page only. */
export const selectShoppers = (db: Reader, filter: Filter) =>
  db
    .selectFrom("users")
    .select(["id", "username", "email", "email_verified_at", "phone", "coins"])
    .select(["created_at", "disabled_at", "erased_at"])
    .where("id", "in", selectIds(db, filter))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");

const selectIds = (db: Reader, { search, state, after, limit }: Filter) =>
  db
    .selectFrom("users")
    .select("id")
    .$if(search !== undefined, (query) => query.where((where) => beginsWith(db, where, search!)))
    .$if(state === "disabled", (query) => query.where("disabled_at", "is not", null))
    .$if(state === "unverified", (query) => query.where("email_verified_at", "is", null))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), "<", tuple(after!.value, after!.id))),
    )
    // A search sorts what it finds. Else the database might read all shoppers in order for the few that match.
    .orderBy(search === undefined ? sql.ref("created_at") : sql`created_at + 0`, "desc")
    .orderBy("id", "desc")
    .limit(limit);

/** The greatest character there is. */
const LAST = "\u{10FFFF}";

function beginsWith(
  db: Reader,
  { eb, and }: ExpressionBuilder<Schema, "users">,
  { by, text }: NonNullable<Filter["search"]>,
) {
  const column = bytewise(db, COLUMNS[by]);
  // The database's own lower case, for it differs beyond ASCII.
  const prefix = by === "name" ? sql<string>`lower(${text})` : sql<string>`${text.toLowerCase()}`;
  return and([eb(column, ">=", prefix), eb(column, "<=", sql<string>`${prefix} || ${LAST}`)]);
}

const COLUMNS: Record<(typeof SEARCHES)[number], Expression<string>> = {
  email: sql.ref("email_key"),
  phone: sql.ref("phone"),
  name: sql`lower(username)`,
};
