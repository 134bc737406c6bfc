import { sql } from "kysely";

import { compileQuery, type Param } from "../../db/compiled-query.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { randomId } from "../../domain/tokens.ts";

/** A shopper's cart, oldest line first, with the displayed details of each product. Amounts in paise. */
export const listCart = (db: Reader, userId: string) => selectLines(db, userId).execute();

/** The number of cards in a shopper's cart. */
export async function countCartCards(db: Reader, userId: string): Promise<number> {
  const [row] = await selectCardCount(db, { userId });
  return row!.cards;
}

const selectCardCount = compileQuery((db, param: Param<{ userId: string }>) =>
  db
    .selectFrom("cart_items")
    .select(sql<number>`coalesce(sum(quantity), 0)`.as("cards"))
    .where("user_id", "=", param("userId")),
);

export const findCartLine = (db: Reader, userId: string, id: string) =>
  selectLines(db, userId).where("cart_items.id", "=", id).executeTakeFirst();

export type CartLine = Awaited<ReturnType<typeof listCart>>[number];

const selectLines = (db: Reader, userId: string) =>
  db
    .selectFrom("cart_items")
    .innerJoin("products", "products.id", "cart_items.product_id")
    .selectAll("cart_items")
    .select(["products.name", "products.image_url", "products.validity_days"])
    .where("cart_items.user_id", "=", userId)
    .orderBy("cart_items.created_at")
    .orderBy("cart_items.id");

/** `gift` is serialised (domain/gifts/gift.ts). */
export type CartChoice = { productId: number; denomination: number; quantity: number; gift?: string };

/**
 * Adds a line and returns its id. Lines are unique by product, denomination and gift, so the caller merges equal ones
 * first.
 */
export async function insertCartLine(tx: Writer, userId: string, { productId, ...rest }: CartChoice, now: number) {
  const id = randomId();
  await tx
    .insertInto("cart_items")
    .values({ id, user_id: userId, product_id: productId, ...rest, created_at: now })
    .execute();
  return id;
}

export const updateCartLine = (tx: Writer, id: string, change: { denomination?: number; quantity: number }) =>
  tx.updateTable("cart_items").set(change).where("id", "=", id).execute();

/** @returns false if there is no such line */
export async function deleteCartLine(tx: Writer, userId: string, id: string) {
  const { numDeletedRows } = await tx
    .deleteFrom("cart_items")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
