import type { Expression } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdateSkipLocked } from "../../db/locks.ts";
import { randomId } from "../../domain/tokens.ts";
import { selectOffers } from "../suppliers/product-sources.ts";
import { selectPool } from "./free-cards.ts";

export type Choice = { productId: number; denomination: number };

const selectOwn = (db: Reader, userId: string) => db.selectFrom("stock_notices").where("user_id", "=", userId);

export const listNotices = (db: Reader, userId: string) =>
  selectOwn(db, userId).select(["product_id", "denomination"]).orderBy("created_at").orderBy("id").execute();

type NewNotice = Choice & { userId: string; url: string; now: number };

/** Adds a notice; does nothing if it exists. */
export const insertNotice = (tx: Writer, { userId, productId, denomination, url, now }: NewNotice) =>
  tx
    .insertInto("stock_notices")
    .values({ id: randomId(), user_id: userId, product_id: productId, denomination, url, created_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "product_id", "denomination"]).doNothing())
    .execute();

export const deleteNotice = (tx: Writer, userId: string, { productId, denomination }: Choice) =>
  tx
    .deleteFrom("stock_notices")
    .where("user_id", "=", userId)
    .where("product_id", "=", productId)
    .where("denomination", "=", denomination)
    .execute();

/** Moments in ms: cards are sold that outlast `leastEnd` (domain/stock/shelf-life.ts). */
type Moments<Moment> = { now: Moment; leastEnd: Moment };

/** The choices with a notice that can be bought at `now`. */
export const selectRestocked = (db: Reader, { now, leastEnd }: Moments<number | Expression<number>>) =>
  db
    .selectFrom((from) =>
      from.selectFrom("stock_notices").select(["product_id", "denomination"]).distinct().as("wanted"),
    )
    .innerJoin("products", "products.id", "wanted.product_id")
    .where("products.is_available", "=", 1)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("denominations")
          .select("denominations.id")
          .whereRef("denominations.product_id", "=", "wanted.product_id")
          .whereRef("denominations.min", "<=", "wanted.denomination")
          .whereRef("denominations.max", ">=", "wanted.denomination"),
      ),
    )
    .where(({ or, exists, ref }) => {
      const stock = (faceValue: Expression<number> | null) =>
        selectPool(db, { productId: ref("wanted.product_id"), faceValue, leastEnd }).select("vouchers.id");
      return or([
        exists(stock(ref("wanted.denomination"))),
        exists(stock(null)),
        exists(
          selectOffers(db, {
            productId: ref("wanted.product_id"),
            min: ref("wanted.denomination"),
            max: ref("wanted.denomination"),
            now,
          }),
        ),
      ]);
    });

/** At most `limit` choices of these. */
export async function listRestocked(db: Reader, moments: Moments<number>, limit: number): Promise<Choice[]> {
  const rows = await selectRestocked(db, moments)
    .select(["wanted.product_id", "wanted.denomination"])
    .limit(limit)
    .execute();
  return rows.map(({ product_id, denomination }) => ({ productId: product_id, denomination }));
}

/** Deletes and returns a choice's oldest notices. Skips those that another worker is taking. */
export async function takeNotices(tx: Writer, { productId, denomination }: Choice, limit: number) {
  const rows = await tx
    .selectFrom("stock_notices")
    .selectAll()
    .where("product_id", "=", productId)
    .where("denomination", "=", denomination)
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .$call(forUpdateSkipLocked(tx))
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("stock_notices").where("id", "in", ids).execute();
  return rows;
}
