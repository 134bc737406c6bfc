import { sql } from "kysely";

import { compileQuery, type Param } from "../db/compiled-query.ts";
import type { Reader, Writer } from "../db/database.ts";
import { MOST_TOLD, shareStock, type StockedLine } from "../domain/stock-left.ts";
import type { Order } from "./orders.ts";
import { countStock } from "./stock/counts.ts";
import { countReservedByPending } from "./stock/reservations.ts";
import { selectOffers } from "./suppliers/product-sources.ts";

/**
 * The shopper's cart for an order: each line with the catalogue's data at `now` (ms), and with the number of its cards
 * that can be had after those of the lines before it (`available`, at most `quantity`; `left` after this line, exact only
 * up to MOST_TOLD). Cards that the shopper's own pending order holds can be had, because a new order supersedes it.
 */
export async function listCartForOrder(db: Reader, userId: string, now: number) {
  const rows = await selectCart(db, { userId, now });
  const lines = shareStock(rows);
  const isShort = lines.some(({ available, quantity }) => available < quantity);
  const shared = isShort ? shareStock(addOwn(rows, await countReservedByPending(db, userId, now))) : lines;
  return shared.map(({ exact, open, ...line }) => line);
}

type Own = Awaited<ReturnType<typeof countReservedByPending>>;

const addOwn = <Line extends StockedLine>(lines: Line[], own: Own): Line[] =>
  lines.map((line) => {
    const held = (faceValue: number | null) =>
      own.find(({ product_id, face_value }) => product_id === line.product_id && face_value === faceValue)?.count ?? 0;
    return { ...line, exact: line.exact + held(line.denomination), open: line.open + held(null) };
  });

const selectCart = compileQuery((db, param: Param<{ userId: string; now: number }>) =>
  db
    .selectFrom("cart_items")
    .innerJoin("products", "products.id", "cart_items.product_id")
    .innerJoin("categories", "categories.id", "products.category_id")
    .select((line) => [
      "cart_items.id as cart_item_id",
      "cart_items.product_id",
      "cart_items.denomination",
      "cart_items.quantity",
      "cart_items.gift",
      "products.name",
      "products.image_url",
      "products.price_mrp",
      "products.validity_days",
      "products.is_available",
      "categories.name as category",
      line
        .exists(
          line
            .selectFrom("denominations")
            .select("denominations.id")
            .whereRef("denominations.product_id", "=", "cart_items.product_id")
            .whereRef("denominations.min", "<=", "cart_items.denomination")
            .whereRef("denominations.max", ">=", "cart_items.denomination"),
        )
        .as("is_sold"),
      line
        .exists(
          selectOffers(db, {
            productId: line.ref("cart_items.product_id"),
            min: line.ref("cart_items.denomination"),
            max: line.ref("cart_items.denomination"),
            now: param("now"),
          }),
        )
        .as("is_offered"),
      ...([line.ref("cart_items.denomination"), null] as const).map((faceValue) =>
        countStock(db, {
          productId: line.ref("cart_items.product_id"),
          faceValue,
          now: param("now"),
          // SQLite does not allow a limit that refers to the line itself.
          atMost: db
            .selectFrom("cart_items")
            .select(({ fn, eb }) => eb(fn.sum<number>("quantity"), "+", sql.lit(MOST_TOLD + 1)).as("most"))
            .where("user_id", "=", param("userId"))
            .$asScalar()
            .$notNull(),
        }).as(faceValue === null ? "open" : "exact"),
      ),
    ])
    .where("cart_items.user_id", "=", param("userId"))
    .orderBy("cart_items.created_at")
    .orderBy("cart_items.id"),
);

export type CartLine = Awaited<ReturnType<typeof listCartForOrder>>[number];

/** Removes a locked order's lines from the cart, once. Quantities that the shopper added since then stay. */
export async function clearOrderedLines(tx: Writer, order: Order) {
  if (order.cart_cleared === 1) return;
  const items = await tx
    .selectFrom("order_items")
    .innerJoin("cart_items", "cart_items.id", "order_items.cart_item_id")
    .select(["cart_items.id", "cart_items.quantity", "order_items.quantity as ordered"])
    .where("order_items.order_id", "=", order.id)
    .where("cart_items.user_id", "=", order.user_id)
    .execute();
  for (const { id, quantity, ordered } of items) {
    if (quantity <= ordered) await tx.deleteFrom("cart_items").where("id", "=", id).execute();
    else
      await tx
        .updateTable("cart_items")
        .set({ quantity: quantity - ordered })
        .where("id", "=", id)
        .execute();
  }
  await tx.updateTable("orders").set({ cart_cleared: 1 }).where("id", "=", order.id).execute();
}
