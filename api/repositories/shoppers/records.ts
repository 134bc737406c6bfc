import { sql } from "kysely";

import type { Reader } from "../../db/database.ts";
import type { PlaceInList } from "../../db/place-in-list.ts";
import { UNFULFILLED } from "../../domain/orders.ts";

type Page = { after?: PlaceInList; limit: number };

/** Those of these shoppers that exist, in no order. */
export const listShoppersById = (db: Reader, ids: string[]) =>
  db
    .selectFrom("users")
    .select(["id", "email", "verified_phone", "disabled_at", "erased_at"])
    .where("id", "in", ids)
    .execute();

/** All data of a person in the books, except the password. */
export const findShopper = (db: Reader, id: string) =>
  db
    .selectFrom("users")
    .select(["id", "username", "email", "email_verified_at", "phone", "verified_phone"])
    .select([
      "delivery_email",
      "delivery_phone",
      "address_line1",
      "address_line2",
      "country",
      "language",
      "card_reminders",
    ])
    .select(["coins", "created_at", "disabled_at", "erased_at", "reminders_off_at"])
    .where("id", "=", id)
    .executeTakeFirst();

/** A shopper's orders, newest first, with the terms that were accepted for each. */
export const listOrdersOf = (db: Reader, userId: string, { after, limit }: Page) =>
  db
    .selectFrom("orders")
    .select(["id", "order_number", "status", "review", "total", "amount", "coins", "created_at", "updated_at"])
    .select(["terms_version", "terms_accepted_at"])
    .where("user_id", "=", userId)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), "<", tuple(after!.value, after!.id))),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** A shopper's coin ledger, newest first, each entry with the balance after it. */
export const listLedger = (db: Reader, userId: string, { after, limit }: Page) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom("coin_entries")
        .selectAll()
        .select(sql<number>`cast(sum(amount) over (order by created_at, id) as bigint)`.as("balance_after"))
        .where("user_id", "=", userId)
        .as("entry"),
    )
    .leftJoin("orders", "orders.id", "entry.order_id")
    .select(["entry.id", "entry.kind", "entry.amount", "entry.balance_after", "entry.reason", "entry.expires_at"])
    .select(["entry.created_at", "entry.order_id", "orders.order_number"])
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("entry.created_at", "entry.id"), "<", tuple(after!.value, after!.id)),
      ),
    )
    .orderBy("entry.created_at", "desc")
    .orderBy("entry.id", "desc")
    .limit(limit)
    .execute();

/** Browsers that have logged in to the account, the last used first. */
export const listDevicesOf = (db: Reader, userId: string) =>
  db
    .selectFrom("devices")
    .select(["client", "created_at", "last_seen_at", "confirmed_at"])
    .where("user_id", "=", userId)
    .orderBy(sql`coalesce(last_seen_at, created_at)`, "desc")
    .execute();

/**
 * Open business that blocks erasure: an order, its coins, money to return, a gift to send, a grant or money to decide about.
 * @param since requests that have waited longer (ms) have lapsed
 */
export async function findUnfinished(db: Reader, userId: string, since: number) {
  const orders = db.selectFrom("orders").select("orders.id").where("orders.user_id", "=", userId).limit(1);
  const questions = {
    order: orders.where("status", "in", ["pending", ...UNFULFILLED]),
    coins: orders.innerJoin("coin_holds", "coin_holds.order_id", "orders.id").where("coin_holds.state", "=", "held"),
    refund: orders.innerJoin("refunds", "refunds.order_id", "orders.id").where("refunds.sent_at", "is", null),
    payment: orders
      .innerJoin("payment_refunds", "payment_refunds.order_id", "orders.id")
      .where("payment_refunds.state", "in", ["due", "pending"]),
    gift: orders
      .innerJoin("order_items", "order_items.order_id", "orders.id")
      .innerJoin("gift_links", "gift_links.order_item_id", "order_items.id")
      .innerJoin("outbox", "outbox.about", "gift_links.token_hash")
      .where("outbox.kind", "=", "gift")
      .where("outbox.delivered_at", "is", null),
    grant: db
      .selectFrom("coin_grants")
      .select("id")
      .where("user_id", "=", userId)
      .where("state", "=", "waiting")
      .limit(1),
    request: orders
      .innerJoin("money_acts", "money_acts.order_id", "orders.id")
      .where("money_acts.state", "=", "waiting")
      .where("money_acts.asked_at", ">=", since),
  };
  for (const [what, question] of Object.entries(questions)) {
    if ((await question.executeTakeFirst()) !== undefined) return what as keyof typeof questions;
  }
  return undefined;
}
