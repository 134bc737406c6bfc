import { sql } from "kysely";

import type { Writer } from "../../db/database.ts";
import { forgetWalletCards } from "../cards/wallet.ts";
import type { OrderItem } from "./orders.ts";

/** Puts the last `count` cards of a locked line back into stock: nobody has seen them. */
export async function takeCardsBack(tx: Writer, { id, product_id: productId, issued }: OrderItem, count: number) {
  const cards = tx
    .selectFrom("vouchers")
    .select("id")
    .where("order_item_id", "=", id)
    .where("unit", ">", issued - count);
  await forgetWalletCards(tx, cards);
  const taken = await tx
    .updateTable("vouchers")
    .set({ order_item_id: null, unit: null, issued_at: null, used_at: null, reminders_done: 0 })
    .where("order_item_id", "=", id)
    .where("unit", ">", issued - count)
    .executeTakeFirst();
  if (taken.numUpdatedRows !== BigInt(count)) throw new Error(`line ${id} has other cards than its count says`);
  await tx
    .updateTable("products")
    .set({ quantity: sql<number>`quantity + ${count}`, stock_check_at: 0 })
    .where("id", "=", productId)
    .execute();
  await tx
    .updateTable("order_items")
    .set({ issued: issued - count, status: "refund_due" })
    .where("id", "=", id)
    .execute();
}
