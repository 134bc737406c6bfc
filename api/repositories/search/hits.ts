import type { Reader } from "../../db/database.ts";
import { endingOf, isEnding } from "../../domain/cards/card-ending.ts";
import { identityHashes } from "../../domain/cards/card-identity.ts";
import { codeHashes } from "../../domain/encryption.ts";
import type { KeyedTenant } from "../../domain/keys.ts";

/** Orders of a search with their shoppers, the newest first. */
export const readOrderHits = async (db: Reader, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom("orders")
        .innerJoin("users", "users.id", "orders.user_id")
        .select(["orders.id", "order_number", "status", "review", "total", "orders.created_at"])
        .select(["users.username", "users.email"])
        .where("orders.id", "in", ids)
        .orderBy("orders.created_at", "desc")
        .orderBy("orders.id", "desc")
        .execute();

/** Shoppers of a search, the newest first. */
export const readShopperHits = async (db: Reader, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom("users")
        .select(["id", "username", "email", "phone", "created_at"])
        .where("id", "in", ids)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .execute();

/**
 * Sold cards with this number or these last four digits, the newest first. Shorter and longer ends are not stored: with one more
 * digit at a time, a member could guess a number.
 */
export async function findCards(db: Reader, { keys }: KeyedTenant, text: string, limit: number) {
  const cards = db
    .selectFrom("vouchers")
    .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .select(["vouchers.id", "vouchers.issued_at", "order_items.name as product", "order_items.order_id"])
    .select(["orders.order_number", "orders.user_id"])
    .orderBy("vouchers.issued_at", "desc")
    .limit(limit);
  const whole = await cards
    .where(({ eb, or }) =>
      or([
        eb("vouchers.fingerprint", "in", codeHashes(keys, "voucher-fingerprint", text)),
        eb("vouchers.identity", "in", identityHashes(keys, text)),
      ]),
    )
    .execute();
  const ending = isEnding(text)
    ? await cards.where("vouchers.ending", "in", codeHashes(keys, "card-ending", endingOf(text))).execute()
    : [];
  const found = [
    ...whole.map((card) => ({ ...card, field: "card_number" as const })),
    ...ending.map((card) => ({ ...card, field: "card_ending" as const })),
  ];
  return [...new Map(found.map((card) => [card.id, card])).values()].slice(0, limit);
}

/** Those who placed these orders. */
export async function listBuyers(db: Reader, orderIds: string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await db.selectFrom("orders").select("user_id").distinct().where("id", "in", orderIds).execute();
  return rows.map(({ user_id }) => user_id);
}

/** The newest orders of these shoppers. */
export async function listOrdersOfShoppers(db: Reader, userIds: string[], limit: number): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where("user_id", "in", userIds)
    .orderBy("created_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
