import type { Reader } from "../../db/database.ts";
import { selectRefundSubjects } from "../mail/outbox.ts";
import { listMessagesOfOrder } from "../messages/message-lists.ts";

/** The parts of the page of an order, besides the order itself. Codes stay encrypted. */
export async function readOrderParts(db: Reader, orderId: string) {
  const payments = await db
    .selectFrom("payments")
    .select(["id", "gateway", "amount", "created_at", "ended_at", "expires_at"])
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .execute();
  const ids = payments.map(({ id }) => id);
  return {
    payments,
    refs:
      ids.length === 0 ? [] : await db.selectFrom("payment_refs").selectAll().where("payment_id", "in", ids).execute(),
    events:
      ids.length === 0
        ? []
        : await db
            .selectFrom("payment_events")
            .selectAll()
            .where("payment_id", "in", ids)
            .orderBy("received_at")
            .execute(),
    confirmations:
      ids.length === 0
        ? []
        : await db.selectFrom("upi_confirmations").selectAll().where("payment_id", "in", ids).execute(),
    coinEntries: await db
      .selectFrom("coin_entries")
      .select(["kind", "amount", "created_at"])
      .where("order_id", "=", orderId)
      .execute(),
    supplyOrders: await db
      .selectFrom("supply_orders")
      .innerJoin("order_items", "order_items.id", "supply_orders.order_item_id")
      .selectAll("supply_orders")
      .select("order_items.name as product")
      .where("order_items.order_id", "=", orderId)
      .orderBy("supply_orders.created_at")
      .execute(),
    webhooks: await db
      .selectFrom("webhooks")
      .select(["gateway", "outcome", "received_at"])
      .where("order_id", "=", orderId)
      .execute(),
    mails: await listMails(db, orderId),
    messages: await listMessagesOfOrder(db, orderId),
    notes: await db.selectFrom("order_notes").selectAll().where("order_id", "=", orderId).execute(),
    receipt: await db.selectFrom("receipts").selectAll().where("order_id", "=", orderId).executeTakeFirst(),
  };
}

/** The mails about an order, its gifts, its refunds and the returned payments. */
const listMails = (db: Reader, orderId: string) =>
  db
    .selectFrom("outbox")
    .select(["kind", "created_at", "delivered_at", "not_mailed", "tries", "next_try_at"])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("about", "=", orderId),
        eb("earlier_about", "=", orderId),
        eb(
          "about",
          "in",
          selectFrom("gift_links")
            .innerJoin("order_items", "order_items.id", "gift_links.order_item_id")
            .select("token_hash")
            .where("order_items.order_id", "=", orderId),
        ),
        eb("about", "in", selectRefundSubjects(db).where("order_id", "=", orderId)),
        eb("about", "in", selectFrom("payment_refunds").select("id").where("order_id", "=", orderId)),
      ]),
    )
    .execute();

/** The encrypted cards of all lines of an order, with the times at which members of the staff saw a code. */
export async function listCards(db: Reader, orderId: string) {
  const cards = await db
    .selectFrom("vouchers")
    .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
    .select(["vouchers.id", "vouchers.order_item_id", "vouchers.unit", "vouchers.face_value", "vouchers.issued_at"])
    .select(["vouchers.expires_at", "vouchers.used_at", "vouchers.supply_ref", "card_number_sealed", "pin_sealed"])
    .select(["claim_url", "claim_url_sealed", "order_items.name as product"])
    .where("order_items.order_id", "=", orderId)
    .orderBy("order_items.position")
    .orderBy("vouchers.unit")
    .execute();
  const reveals = await db
    .selectFrom("voucher_reveals")
    .innerJoin("vouchers", "vouchers.id", "voucher_reveals.voucher_id")
    .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
    .select(["voucher_reveals.voucher_id", "voucher_reveals.revealed_at", "voucher_reveals.member"])
    .where("order_items.order_id", "=", orderId)
    .execute();
  return { cards, reveals };
}
