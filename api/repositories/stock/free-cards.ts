import { type Expression, sql } from "kysely";

import type { Reader } from "../../db/database.ts";
import { NO_END } from "../../domain/stock/shelf-life.ts";
import type { EndCount } from "../../domain/stock/stock-left.ts";

type Amount = number | Expression<number>;

/** The time (ms) at which a card ends; NO_END without an expiry date. The index vouchers_to_sell holds this expression. */
export const END = sql<number>`coalesce(${sql.ref("vouchers.expires_at")}, ${sql.lit(NO_END)})`;

/** The vouchers of a product that an order can take: neither issued nor reserved, and valid beyond `leastEnd` (ms). */
export const selectFree = (db: Reader, productId: Amount, leastEnd: Amount) =>
  db
    .selectFrom("vouchers")
    .where("vouchers.product_id", "=", productId)
    .where("order_item_id", "is", null)
    .where("reserved_for", "is", null)
    .where(END, ">", leastEnd);

/** `faceValue` in paise; null for open value. */
type Pool = { productId: Amount; faceValue: Amount | null; leastEnd: Amount };

/** The free vouchers of one face value. */
export const selectPool = (db: Reader, { productId, faceValue, leastEnd }: Pool) =>
  selectFree(db, productId, leastEnd).where("face_value", faceValue === null ? "is" : "=", faceValue);

/**
 * The free vouchers of one face value in the order of sale. The order names constant columns, too: only then does PostgreSQL use
 * the order of the index.
 */
export const selectNext = (db: Reader, pool: Pool) =>
  selectPool(db, pool)
    .orderBy("face_value")
    .orderBy("reserved_for")
    .orderBy(END)
    .orderBy("created_at")
    .orderBy("vouchers.id");

/**
 * The time (ms) at which the first of them ends (NO_END without an expiry date), as a column of another query; null if there are
 * none.
 */
export const selectFirstEnd = (db: Reader, pool: Pool) =>
  db
    .selectFrom(selectNext(db, pool).select(END.as("ends_at")).limit(1).as("next"))
    .select("ends_at")
    .$asScalar();

/** `atMost`: the count stops here, because the cost grows with the stock. */
type Counted = Pool & { atMost: Amount };

/** The number of free vouchers of a product and face value, as a column of another query. */
export const countStock = (db: Reader, { atMost, ...pool }: Counted) =>
  db
    .selectFrom(selectPool(db, pool).select("vouchers.id").limit(atMost).as("stock"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .$asScalar()
    .$notNull();

/** The soonest ends of the same vouchers with their numbers, as a column of another query, for `readEnds`. */
export const selectEnds = (db: Reader, { atMost, ...pool }: Counted) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom(selectNext(db, pool).select(END.as("ends_at")).limit(atMost).as("stock"))
        .select(({ fn }) => ["ends_at", fn.countAll<number>().as("count")])
        .groupBy("ends_at")
        .as("ends"),
    )
    .select(sql<string | null>`string_agg(cast(ends_at as text) || ':' || cast(count as text), ',')`.as("ends"))
    .$asScalar();

/** Reads the column of `selectEnds`, the soonest end first. */
export const readEnds = (text: string | null): EndCount[] =>
  text === null
    ? []
    : text
        .split(",")
        .map((entry) => entry.split(":").map(Number) as [number, number])
        .map(([end, count]) => ({ end, count }))
        .toSorted((one, other) => one.end - other.end);
