import { type SelectQueryBuilder, sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

/** The most cards in one wallet. */
const MOST_CARDS = 500;

/** Cards that the shopper bought for themselves; those of gifts belong to the recipients. */
const selectOwned = (db: Reader, userId: string) =>
  db
    .selectFrom("vouchers")
    .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .leftJoin("wallet_cards", (join) =>
      join.onRef("wallet_cards.voucher_id", "=", "vouchers.id").onRef("wallet_cards.user_id", "=", "orders.user_id"),
    )
    .select(["order_items.order_id", "order_items.name", "order_items.product_id", "order_items.image_url"])
    .select(["vouchers.id", "card_number_sealed", "pin_sealed", "claim_url", "claim_url_sealed"])
    .select(["face_value", "vouchers.expires_at", "used_at", "amount_left", "archived_at", "orders.redirect_url"])
    .where("orders.user_id", "=", userId)
    .where("order_items.id", "not in", db.selectFrom("gifts").select("order_item_id"));

export type WalletCard = Awaited<ReturnType<typeof listWallet>>[number];

/** The shopper's cards, encrypted: first those that are live at `now` (ms), and among them those that expire first. */
export const listWallet = (db: Reader, userId: string, now: number) =>
  selectOwned(db, userId)
    .orderBy(
      sql`case when used_at is null and archived_at is null
      and (vouchers.expires_at is null or vouchers.expires_at > ${now}) then 0 else 1 end`,
    )
    .orderBy(sql`vouchers.expires_at is null`)
    .orderBy("vouchers.expires_at")
    .orderBy("vouchers.issued_at")
    .orderBy("vouchers.id")
    .limit(MOST_CARDS)
    .execute();

/** Undefined for a card that is not the shopper's. */
export const findWalletCard = (db: Reader, userId: string, voucherId: string) =>
  selectOwned(db, userId).where("vouchers.id", "=", voucherId).executeTakeFirst();

/** The cards of the shopper with these ids, the first to expire first. */
export const listWalletCards = (db: Reader, userId: string, voucherIds: string[]) =>
  selectOwned(db, userId)
    .where("vouchers.id", "in", voucherIds)
    .orderBy("vouchers.expires_at")
    .orderBy("vouchers.id")
    .execute();

type Note = { amount_left?: number | null; archived_at?: number | null };

/** Stores what the owner notes about a card; a field that is absent stays as it was. */
export const noteWalletCard = (tx: Writer, userId: string, voucherId: string, note: Note, now: number) =>
  tx
    .insertInto("wallet_cards")
    .values({ voucher_id: voucherId, user_id: userId, amount_left: null, archived_at: null, ...note, changed_at: now })
    .onConflict((conflict) => conflict.columns(["voucher_id", "user_id"]).doUpdateSet({ ...note, changed_at: now }))
    .execute();

/** Deletes the notes about cards, before they go back to stock. */
export const forgetWalletCards = (tx: Writer, cards: SelectQueryBuilder<Schema, "vouchers", { id: string }>) =>
  tx.deleteFrom("wallet_cards").where("voucher_id", "in", cards).execute();

/** Stores how the shopper wants to be reminded. */
export const setCardReminders = (tx: Writer, userId: string, way: string) =>
  tx.updateTable("users").set({ card_reminders: way }).where("id", "=", userId).execute();

/** The notes of a shopper about cards, for an export. */
export const listNotesOf = (db: Reader, userId: string) =>
  db
    .selectFrom("wallet_cards")
    .innerJoin("vouchers", "vouchers.id", "wallet_cards.voucher_id")
    .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
    .select(["order_items.order_id", "order_items.name", "amount_left", "archived_at", "changed_at"])
    .where("wallet_cards.user_id", "=", userId)
    .orderBy("changed_at")
    .execute();
