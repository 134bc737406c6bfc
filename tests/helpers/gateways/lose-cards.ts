import type { Shop } from "../../../api/shop/shop.ts";

/** Removes the cards that one of the waiting or paid orders has reserved, as when a supplier recalls them. */
export const loseCardsOf = (shop: Shop, random: () => number) =>
  shop.db.transaction(async (tx) => {
    const orders = await tx
      .selectFrom("orders")
      .select("id")
      .where("status", "in", ["pending", "paid"])
      .orderBy("id")
      .execute();
    const order = orders[Math.floor(random() * orders.length)];
    if (order === undefined) return;
    await tx
      .deleteFrom("vouchers")
      .where("order_item_id", "is", null)
      .where("reserved_for", "in", (query) =>
        query.selectFrom("order_items").select("id").where("order_id", "=", order.id),
      )
      .execute();
  });
