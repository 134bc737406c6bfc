import { NAMED_RECEIPT_PAISE } from "../../../config/brand/named-receipt.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { ERASED_REASON, pseudonymOf } from "../../domain/erased.ts";
import { NO_PASSWORD } from "../../domain/passwords.ts";
import { deletePhoneCodesOf } from "../accounts/phone-codes.ts";
import { selectReminderSubjects } from "../cards/reminders.ts";
import { selectRefundSubjects } from "../mail/outbox.ts";
import { deleteMessagesOf } from "../messages/of-person.ts";

/** Replaces a person by a pseudonym in an account, which nobody can use again. */
export const replacePerson = (tx: Writer, id: string, now: number) => {
  const { username, email } = pseudonymOf(id);
  return tx
    .updateTable("users")
    .set({
      username,
      email,
      email_key: email,
      contested_at: null,
      profile_picture_url: null,
      password_hash: NO_PASSWORD,
      phone: null,
      verified_phone: null,
      delivery_email: null,
      delivery_phone: null,
      address_line1: "",
      address_line2: "",
      country: "",
      language: null,
      reminders_off_at: null,
      card_reminders: null,
      disabled_at: now,
      erased_at: now,
    })
    .where("id", "=", id)
    .execute();
};

const ordersOf = (db: Reader, userId: string) =>
  db.selectFrom("orders").select("orders.id").where("user_id", "=", userId);

/** Receipts keep number, amounts and date, and from NAMED_RECEIPT on the name. */
export async function replaceBuyer(tx: Writer, userId: string) {
  const { username, email } = pseudonymOf(userId);
  const receipts = tx.updateTable("receipts").where("order_id", "in", ordersOf(tx, userId));
  await receipts.set({ email }).execute();
  await receipts
    .set({ username })
    .where((where) =>
      where.or([
        where("gstin", "is", null),
        where("order_id", "in", ordersOf(tx, userId).where("orders.total", "<", NAMED_RECEIPT_PAISE)),
      ]),
    )
    .execute();
}

/** Removes recipients and messages of gifts; their links still open the cards, which are the recipients'. */
export const emptyGifts = (tx: Writer, userId: string) =>
  tx
    .updateTable("gifts")
    .set({ recipient_name: "", recipient_email: "", recipient_phone: null, message: "" })
    .where("order_item_id", "in", (from) =>
      from.selectFrom("order_items").select("order_items.id").where("order_id", "in", ordersOf(tx, userId)),
    )
    .execute();

/** Deletes the staff's notes about orders, and replaces the reasons of coins and refunds. */
export async function removeStaffTexts(tx: Writer, userId: string) {
  await tx.deleteFrom("order_notes").where("order_id", "in", ordersOf(tx, userId)).execute();
  const reason = ERASED_REASON;
  await tx.updateTable("coin_grants").set({ reason }).where("user_id", "=", userId).execute();
  await tx
    .updateTable("money_acts")
    .set({ reason })
    .where("order_id", "in", ordersOf(tx, userId))
    .where("reason", "is not", null)
    .execute();
  const entries = tx.updateTable("coin_entries").set({ reason }).where("user_id", "=", userId);
  await entries.where("reason", "is not", null).execute();
}

/** Removes data that only identifies the payer. */
export const forgetPayer = (tx: Writer, userId: string) =>
  tx.updateTable("orders").set({ mailbox_key: null, payer_key: null }).where("user_id", "=", userId).execute();

/** Deletes data that an account needs only while it is in use. */
export async function deleteUse(tx: Writer, userId: string) {
  await deletePhoneCodesOf(tx, userId);
  await deleteMessagesOf(tx, userId);
  const tables = [
    "email_verifications",
    "password_resets",
    "device_codes",
    "devices",
    "phone_networks",
    "sessions",
    "cart_items",
    "stock_notices",
    "coupon_tries",
    "wallet_cards",
  ] as const;
  for (const table of tables) await tx.deleteFrom(table).where("user_id", "=", userId).execute();
}

/** The subjects of mails about a shopper: orders, refunds, credits, links and resets. Those of gifts: see listMailsOf. */
const subjectsOf = (db: Reader, userId: string) =>
  ordersOf(db, userId)
    .union(selectRefundSubjects(db).where("order_id", "in", ordersOf(db, userId)))
    .union(db.selectFrom("payment_refunds").select("id").where("order_id", "in", ordersOf(db, userId)))
    .union(db.selectFrom("coin_lots").select("id").where("user_id", "=", userId))
    .union(db.selectFrom("password_resets").select("id").where("user_id", "=", userId))
    .union(db.selectFrom("email_verifications").select("token_hash as id").where("user_id", "=", userId))
    .union(db.selectFrom("stock_notices").select("id").where("user_id", "=", userId))
    .union(selectReminderSubjects(db, ordersOf(db, userId)));

/** Deletes mails about a shopper. The books count the mails of gifts, whose rows contain only times. */
export const deleteMailsOf = (tx: Writer, userId: string) =>
  tx
    .deleteFrom("outbox")
    .where(({ eb, or }) =>
      or([eb("about", "in", subjectsOf(tx, userId)), eb("earlier_about", "in", subjectsOf(tx, userId))]),
    )
    .where("kind", "<>", "gift")
    .execute();

/** Mails with encrypted contents that have not left. Only their contents name the recipient. */
export const listSealedMails = (db: Reader) =>
  db
    .selectFrom("outbox")
    .select(["id", "kind", "about", "sealed"])
    .where("delivered_at", "is", null)
    .where("sealed", "is not", null)
    .execute();

export const deleteMail = (tx: Writer, id: string) => tx.deleteFrom("outbox").where("id", "=", id).execute();

/** Kinds and times of the mails about a shopper, oldest first. */
export const listMailsOf = (db: Reader, userId: string) =>
  db
    .selectFrom("outbox")
    .select(["kind", "created_at", "delivered_at"])
    .where((where) =>
      where.or([
        where("about", "in", subjectsOf(db, userId)),
        where("earlier_about", "in", subjectsOf(db, userId)),
        where("about", "in", (from) =>
          from
            .selectFrom("gift_links")
            .innerJoin("order_items", "order_items.id", "gift_links.order_item_id")
            .select("gift_links.token_hash")
            .where("order_items.order_id", "in", ordersOf(db, userId)),
        ),
      ]),
    )
    .orderBy("created_at")
    .execute();
