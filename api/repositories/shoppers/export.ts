import type { Reader } from "../../db/database.ts";

// The data of a person in the books, for an export. Codes of cards are left out: those of gifts are the recipients'.

/** A shopper's login sessions, also those that have ended. */
export const listSessionsOf = (db: Reader, userId: string) =>
  db
    .selectFrom("sessions")
    .select(["client", "created_at", "expires_at", "revoked_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();

export const listCartOf = (db: Reader, userId: string) =>
  db
    .selectFrom("cart_items")
    .innerJoin("products", "products.id", "cart_items.product_id")
    .select(["products.name", "cart_items.denomination", "cart_items.quantity", "cart_items.gift"])
    .select("cart_items.created_at")
    .where("user_id", "=", userId)
    .execute();

export const listNoticesOf = (db: Reader, userId: string) =>
  db
    .selectFrom("stock_notices")
    .innerJoin("products", "products.id", "stock_notices.product_id")
    .select(["products.name", "stock_notices.denomination", "stock_notices.created_at"])
    .where("user_id", "=", userId)
    .execute();

/** Coins that members granted or took back, including requested and refused ones. Members' addresses are left out. */
export const listCoinGrantsOf = (db: Reader, userId: string) =>
  db
    .selectFrom("coin_grants")
    .select(["amount", "reason", "state", "asked_at", "decided_at"])
    .where("user_id", "=", userId)
    .orderBy("asked_at")
    .execute();

/** Coupons that were made for the shopper or that they redeemed. */
export const listCouponsOf = (db: Reader, userId: string) =>
  db
    .selectFrom("coupons")
    .select(["amount", "redeem_by", "redeemed_at", "created_at"])
    .where((where) => where.or([where("user_id", "=", userId), where("redeemed_by", "=", userId)]))
    .execute();

/** The parts of these orders, each with its order's id. */
export async function listOrderParts(db: Reader, orderIds: string[]) {
  const lines = await db
    .selectFrom("order_items")
    .leftJoin("gifts", "gifts.order_item_id", "order_items.id")
    .select(["order_id", "position", "name", "denomination", "quantity", "status", "issued"])
    .select(["recipient_name", "recipient_email", "recipient_phone", "message", "send_on", "due_at", "opened_at"])
    .where("order_id", "in", orderIds)
    .orderBy("position")
    .execute();
  const cards = await db
    .selectFrom("vouchers")
    .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
    .select(["order_items.order_id", "order_items.name", "face_value", "issued_at", "expires_at", "used_at"])
    .where("order_items.order_id", "in", orderIds)
    .execute();
  const receipts = await db
    .selectFrom("receipts")
    .select(["order_id", "financial_year", "serial", "username", "email", "issued_at"])
    .where("order_id", "in", orderIds)
    .execute();
  const payments = await db
    .selectFrom("payments")
    .leftJoin("payment_events", "payment_events.payment_id", "payments.id")
    .select(["order_id", "payments.amount", "gateway", "payments.created_at"])
    .select(["gateway_payment_id", "bank_reference", "result", "received_at"])
    .where("order_id", "in", orderIds)
    .orderBy("payments.created_at")
    .execute();
  const refunds = await db
    .selectFrom("refunds")
    .select(["order_id", "amount", "coins", "reason", "created_at", "sent_at"])
    .where("order_id", "in", orderIds)
    .orderBy("order_id")
    .orderBy("number")
    .execute();
  const notes = await db
    .selectFrom("order_notes")
    .select(["order_id", "text", "created_at"])
    .where("order_id", "in", orderIds)
    .orderBy("created_at")
    .execute();
  return { lines, cards, receipts, payments, refunds, notes };
}
