import { sql } from "kysely";

import type { Tenant } from "../../../config/brand/schema.ts";
import { compileQuery, type Param } from "../../db/compiled-query.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { pipeline } from "../../db/pipeline.ts";
import { DAY_MS } from "../../domain/days.ts";
import { readGift } from "../../domain/gifts/gift.ts";
import { leastEnd } from "../../domain/stock/shelf-life.ts";
import { addEnds, type EndCount, MOST_TOLD, shareStock, soonestEnd } from "../../domain/stock/stock-left.ts";
import { type Order, PENDING } from "../orders/orders.ts";
import { END, readEnds, selectEnds } from "../stock/free-cards.ts";
import { selectOffers } from "../suppliers/product-sources.ts";

/**
 * The shopper's cart for an order: each line with the catalogue's data at `now` (ms), and with the number of cards available
 * after the previous lines (`available`, at most `quantity`). `left` is the number after this line, exact only up to MOST_TOLD.
 * Its cards outlast `least_end` (ms), and the first of them ends at `ends_at` (ms). Cards that the shopper's own pending order
 * holds are available, because a new order supersedes it.
 */
export async function listCartForOrder(db: Reader, tenant: Pick<Tenant, "stock">, userId: string, now: number) {
  const atOnce = leastEnd(tenant, now);
  const rows = await selectCart(db, { userId, now, leastEnd: atOnce });
  const own = readOwn(rows[0]?.own ?? null);
  const atMost = rows.reduce((sum, { quantity }) => sum + quantity, MOST_TOLD + 1);
  const stocked = rows.map(async (row) => {
    const line = { ...row, least_end: leastEnd(tenant, now, readGift(row.gift)?.sendOn) };
    const [pools = row] =
      line.least_end === atOnce
        ? []
        : await selectPools(db, {
            productId: row.product_id,
            denomination: row.denomination,
            leastEnd: line.least_end,
            atMost,
          });
    const withOwn = (text: string | null, faceValue: number | null) =>
      addEnds(
        readEnds(text),
        own.filter(
          ({ productId, faceValue: value, end }) =>
            productId === row.product_id && value === faceValue && end > line.least_end,
        ),
      );
    return { ...line, exact: withOwn(pools.exact, row.denomination), open: withOwn(pools.open, null) };
  });
  return shareStock(await pipeline(stocked)).map(({ exact, open, own: held, taken, ...line }) => ({
    ...line,
    ends_at: soonestEnd(taken, line.quantity, now + line.validity_days * DAY_MS),
  }));
}

type Own = EndCount & { productId: number; faceValue: number | null };

/** The cards that the shopper's pending orders hold, as selected by `selectCart`. */
const readOwn = (text: string | null): Own[] =>
  text === null
    ? []
    : text.split(",").map((entry) => {
        const [productId, faceValue, end, count] = entry.split(":");
        return {
          productId: Number(productId),
          faceValue: faceValue === "" ? null : Number(faceValue),
          end: Number(end),
          count: Number(count),
        };
      });

/** The cards that the shopper's pending orders hold: product, face value (empty for open), end and number of each. */
const selectOwn = (db: Reader, param: Param<{ userId: string }>) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom("orders")
        .innerJoin("order_items", "order_items.order_id", "orders.id")
        .innerJoin("vouchers", "vouchers.reserved_for", "order_items.id")
        .select(({ fn }) => [
          "vouchers.product_id",
          "vouchers.face_value",
          END.as("ends_at"),
          fn.countAll<number>().as("count"),
        ])
        .where("orders.user_id", "=", param("userId"))
        .where("orders.status", "=", PENDING)
        // Without coalesce, SQLite would read all of the stock.
        .where(sql<boolean>`coalesce(vouchers.order_item_id, '') = ''`)
        .groupBy(["vouchers.product_id", "vouchers.face_value", END])
        .as("held"),
    )
    .select(
      sql<
        string | null
      >`string_agg(product_id || ':' || coalesce(cast(face_value as text), '') || ':' || ends_at || ':' ||
      count, ',')`.as("own"),
    )
    .$asScalar();

type Pool = { productId: number; denomination: number; leastEnd: number; atMost: number };

/** The cards for a line of a dated gift, which must last longer than those of others. */
const selectPools = compileQuery((db, param: Param<Pool>) => {
  const pool = { productId: param("productId"), leastEnd: param("leastEnd"), atMost: param("atMost") };
  return db.selectNoFrom([
    selectEnds(db, { ...pool, faceValue: param("denomination") }).as("exact"),
    selectEnds(db, { ...pool, faceValue: null }).as("open"),
  ]);
});

const selectCart = compileQuery((db, param: Param<{ userId: string; now: number; leastEnd: number }>) =>
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
      "products.translations",
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
        selectEnds(db, {
          productId: line.ref("cart_items.product_id"),
          faceValue,
          leastEnd: param("leastEnd"),
          // SQLite does not allow a limit that refers to the line itself.
          atMost: db
            .selectFrom("cart_items")
            .select(({ fn, eb }) => eb(fn.sum<number>("quantity"), "+", sql.lit(MOST_TOLD + 1)).as("most"))
            .where("user_id", "=", param("userId"))
            .$asScalar()
            .$notNull(),
        }).as(faceValue === null ? "open" : "exact"),
      ),
      selectOwn(db, param).as("own"),
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
