import { sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";

// The cards of an import, by the job that added them.

/** The next cards of an import after `after` by their ids, including sold ones. */
export const listImported = async (db: Reader, jobId: string, after: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom("vouchers")
    .select("id")
    .where("job_id", "=", jobId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** The cards of an import that nobody has bought: neither issued, nor reserved, nor shown to the staff. */
const selectUnbought = (db: Reader, jobId: string) =>
  db
    .selectFrom("vouchers")
    .where("job_id", "=", jobId)
    .where("order_item_id", "is", null)
    .where("reserved_for", "is", null)
    .where("vouchers.id", "not in", (query) => query.selectFrom("voucher_reveals").select("voucher_id"));

export const countUnbought = async (db: Reader, jobId: string): Promise<number> => {
  const { count } = await selectUnbought(db, jobId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
};

/**
 * Deletes those of these cards that nobody has bought, and takes them from their products' numbers. If an order is just taking a
 * card, it waits and leaves the card to the order. @returns their number
 */
export async function deleteUnbought(tx: Writer, jobId: string, ids: string[]): Promise<number> {
  const free = await selectUnbought(tx, jobId)
    .select(["vouchers.id", "product_id"])
    .where("vouchers.id", "in", ids)
    .orderBy("vouchers.id")
    .$call(forUpdate(tx))
    .execute();
  if (free.length === 0) return 0;
  await tx
    .deleteFrom("vouchers")
    .where(
      "id",
      "in",
      free.map(({ id }) => id),
    )
    .execute();
  const byProduct = [...Map.groupBy(free, ({ product_id }) => product_id)].toSorted(([one], [other]) => one - other);
  for (const [productId, cards] of byProduct)
    await tx
      .updateTable("products")
      .set({ quantity: sql<number>`quantity - ${cards.length}`, stock_check_at: 0 })
      .where("id", "=", productId)
      .execute();
  return free.length;
}

/** A card of an import that somebody has bought, or whose code was shown to the staff. Face value in paise; null for an open value. */
export type KeptCard = {
  sku: string;
  face_value: number | null;
  issued_to: string | null;
  reserved_for: string | null;
};

/** Those of these cards that still exist, with the numbers of their orders. */
export const listKept = (db: Reader, ids: string[]): Promise<KeptCard[]> =>
  db
    .selectFrom("vouchers")
    .innerJoin("products", "products.id", "vouchers.product_id")
    .leftJoin("order_items as issued", "issued.id", "vouchers.order_item_id")
    .leftJoin("orders as sold", "sold.id", "issued.order_id")
    .leftJoin("order_items as held", "held.id", "vouchers.reserved_for")
    .leftJoin("orders as open", "open.id", "held.order_id")
    .select(["products.sku", "vouchers.face_value"])
    .select(["sold.order_number as issued_to", "open.order_number as reserved_for"])
    .where("vouchers.id", "in", ids)
    .orderBy("vouchers.id")
    .execute();
