import { type SelectQueryBuilder, sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import type { Schema } from "../../db/schema.ts";
import { REMINDER_DAYS, SUBJECT_SEPARATOR as SEPARATOR } from "../../domain/wallet.ts";

/** Shoppers in one round of work. */
const MOST_USERS = 100;
/** Cards in one reminder. */
const MOST_CARDS = 1_000;

/** `done`: the number of reminders that are settled afterwards; `end`: cards that end before this time (ms) are due. */
type Due = { done: number; end: number; now: number };

const selectDue = (db: Reader, { done, end, now }: Due) =>
  db
    .selectFrom("vouchers")
    .where("vouchers.order_item_id", "is not", null)
    .where("reminders_done", "in", [sql.lit(0), sql.lit(1)].slice(0, done))
    .where("vouchers.expires_at", ">", now)
    .where("vouchers.expires_at", "<", end);

/** Shoppers with cards that are due for a reminder, at most 100. */
export async function listUsersToRemind(db: Reader, due: Due): Promise<string[]> {
  const users = await selectDue(db, due)
    .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .select("orders.user_id")
    .distinct()
    .limit(MOST_USERS)
    .execute();
  return users.map(({ user_id }) => user_id);
}

/**
 * Settles a reminder of the locked shopper's cards, so that each is due for it once.
 * @returns the cards that are theirs and not a gift's, the first to expire first
 */
export async function settleReminders(tx: Writer, userId: string, due: Due) {
  const cards = await selectDue(tx, due)
    .where("order_item_id", "in", (own) =>
      own
        .selectFrom("order_items")
        .innerJoin("orders", "orders.id", "order_items.order_id")
        .select("order_items.id")
        .where("orders.user_id", "=", userId),
    )
    .select(["id", "order_item_id", "issued_at", "expires_at", "used_at"])
    .orderBy("expires_at")
    .orderBy("id")
    .limit(MOST_CARDS)
    .$call(forUpdate(tx))
    .execute();
  if (cards.length === 0) return [];
  const ids = cards.map(({ id }) => id);
  await tx.updateTable("vouchers").set({ reminders_done: due.done }).where("id", "in", ids).execute();
  const notes = await tx
    .selectFrom("wallet_cards")
    .selectAll()
    .where("user_id", "=", userId)
    .where("voucher_id", "in", ids)
    .execute();
  const lines = cards.map(({ order_item_id }) => order_item_id!);
  const gifts = await tx.selectFrom("gifts").select("order_item_id").where("order_item_id", "in", lines).execute();
  const given = new Set(gifts.map(({ order_item_id }) => order_item_id));
  return cards
    .filter(({ order_item_id }) => !given.has(order_item_id!))
    .map((card) => {
      const note = notes.find(({ voucher_id }) => voucher_id === card.id);
      return { ...card, amount_left: note?.amount_left ?? null, archived_at: note?.archived_at ?? null };
    });
}

/** The subjects (domain/wallet.ts) of all mails that may have reminded of cards of these orders. */
export const selectReminderSubjects = (db: Reader, orders: SelectQueryBuilder<Schema, "orders", { id: string }>) =>
  db
    .selectFrom("vouchers")
    .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
    .where("order_items.order_id", "in", orders)
    .innerJoin(
      sql<{ days: number }>`(${sql.join(
        REMINDER_DAYS.map((days) => sql`select ${sql.lit(days)} as days`),
        sql` union all `,
      )})`.as("reminder"),
      (join) => join.onTrue(),
    )
    .select(sql<string>`vouchers.id || ${sql.lit(SEPARATOR)} || reminder.days`.as("id"));
