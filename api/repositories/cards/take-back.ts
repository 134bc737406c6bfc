import { sql } from "kysely";

import type { Writer } from "../../db/database.ts";
import { checkSoon } from "../catalogue/stock-checks.ts";
import { forgetWalletCards } from "./wallet.ts";

/** Puts the cards of an order that was not completed back into stock: nobody has seen them. The order is locked. */
export async function takeBackUnseen(tx: Writer, orderId: string, now: number) {
  const lines = tx.selectFrom("order_items").select("order_items.id").where("order_id", "=", orderId);
  await forgetWalletCards(tx, tx.selectFrom("vouchers").select("id").where("order_item_id", "in", lines));
  const taken = await tx
    .updateTable("vouchers")
    .set({ order_item_id: null, unit: null, issued_at: null, reminders_done: 0 })
    .where("order_item_id", "in", lines)
    .returning("product_id")
    .execute();
  const counts = Map.groupBy(taken, ({ product_id }) => product_id);
  for (const [productId, { length }] of counts)
    await tx
      .updateTable("products")
      .set({ quantity: sql<number>`quantity + ${length}` })
      .where("id", "=", productId)
      .execute();
  await checkSoon(tx, [...counts.keys()], now);
}
