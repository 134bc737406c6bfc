import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import { readGift } from "../../domain/gifts/gift.ts";
import { hashToken } from "../../domain/tokens.ts";
import { recordEvent } from "../outgoing/events.ts";

/** Stores the gifts among an order's lines, as in the cart. */
export async function insertGifts(tx: Writer, lines: { id: string; gift: string }[]) {
  const rows = lines.flatMap(({ id, gift: stored }) => {
    const gift = readGift(stored);
    if (gift === null) return [];
    const { recipientName, recipientEmail, recipientPhone, message, sendOn } = gift;
    return {
      order_item_id: id,
      recipient_name: recipientName,
      recipient_email: recipientEmail,
      recipient_phone: recipientPhone,
      message,
      send_on: sendOn,
    };
  });
  if (rows.length > 0) await tx.insertInto("gifts").values(rows).execute();
}

/**
 * Gifts with their lines, the time of the last mail or message whose link still opens them, and the state of the message with the
 * newest link, null if that went by mail.
 */
const selectGifts = (db: Reader) =>
  db
    .selectFrom("gifts")
    .innerJoin("order_items", "order_items.id", "gifts.order_item_id")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .innerJoin("users", "users.id", "orders.user_id")
    .selectAll("gifts")
    .select((gift) => [
      "orders.id as order_id",
      "orders.order_number",
      "orders.user_id",
      "orders.redirect_url",
      "users.username as sender_name",
      "users.language as sender_language",
      "order_items.product_id",
      "order_items.name",
      "order_items.image_url",
      "order_items.denomination",
      "order_items.issued",
      "order_items.status as line_status",
      gift
        .selectFrom("products")
        .select("products.how_to_use")
        .whereRef("products.id", "=", "order_items.product_id")
        .as("how_to_use"),
      gift
        .selectFrom("outbox")
        .innerJoin("gift_links", "gift_links.token_hash", "outbox.about")
        .select(({ fn }) => fn.max("outbox.delivered_at").as("at"))
        .where("outbox.kind", "=", "gift")
        .whereRef("gift_links.order_item_id", "=", "gifts.order_item_id")
        .as("sent_at"),
      gift
        .selectFrom("gift_links")
        .leftJoin("messages", (join) =>
          join.onRef("messages.about", "=", "gift_links.token_hash").on("messages.kind", "=", "gift"),
        )
        .select("messages.state")
        .whereRef("gift_links.order_item_id", "=", "gifts.order_item_id")
        .orderBy("gift_links.created_at", "desc")
        .orderBy("gift_links.is_mailed", "desc")
        .limit(1)
        .as("message_state"),
    ]);

export const listGiftsOfOrders = (db: Reader, orderIds: string[]) =>
  selectGifts(db).where("orders.id", "in", orderIds).orderBy("order_items.position").execute();

/** Those of these gifts that exist, in no order. */
export const listGiftsById = (db: Reader, ids: string[]) =>
  selectGifts(db).where("gifts.order_item_id", "in", ids).execute();

export type OrderedGift = Awaited<ReturnType<typeof listGiftsOfOrders>>[number];

/** Locks a gift until the transaction ends. */
export const lockGift = (tx: Writer, id: string) =>
  tx.selectFrom("gifts").select("order_item_id").where("order_item_id", "=", id).$call(forUpdate(tx)).execute();

/** Locks and returns a gift that this shopper bought. */
export async function lockOwnGift(tx: Writer, userId: string, id: string): Promise<OrderedGift | undefined> {
  await lockGift(tx, id);
  return selectGifts(tx).where("orders.user_id", "=", userId).where("order_item_id", "=", id).executeTakeFirst();
}

/** The gift that a link opens, by the hash of its token. */
export const findGiftByLink = (db: Reader, tokenHash: string): Promise<OrderedGift | undefined> =>
  selectGifts(db)
    .innerJoin("gift_links as opening", "opening.order_item_id", "gifts.order_item_id")
    .where("opening.token_hash", "=", tokenHash)
    .executeTakeFirst();

type NewLink = { id: string; token: string; isMailed: boolean; now: number };

/** Stores the hash of the token in a link. `isMailed`: it goes by mail even if the gift has a number. */
export const insertGiftLink = (tx: Writer, { id, token, isMailed, now }: NewLink) =>
  tx
    .insertInto("gift_links")
    .values({ token_hash: hashToken(token), order_item_id: id, created_at: now, is_mailed: isMailed ? 1 : 0 })
    .execute();

/** Sets the due time of the mail or message for a gift; null for a gift that was taken back. */
export const scheduleGift = (tx: Writer, id: string, dueAt: number | null) =>
  tx.updateTable("gifts").set({ due_at: dueAt }).where("order_item_id", "=", id).execute();

type Recipient = Pick<OrderedGift, "recipient_email" | "recipient_phone">;

export const updateRecipient = (tx: Writer, id: string, { recipient_email, recipient_phone }: Recipient) =>
  tx.updateTable("gifts").set({ recipient_email, recipient_phone }).where("order_item_id", "=", id).execute();

/** Invalidates all links of a gift, and drops the messages that have not left. */
export async function deleteGiftLinks(tx: Writer, id: string, now: number) {
  const links = tx.selectFrom("gift_links").select("token_hash").where("order_item_id", "=", id);
  await tx
    .updateTable("messages")
    .set({ state: "dropped", reason: "its link is no longer valid", sealed: null, next_try_at: null, ended_at: now })
    .where("kind", "=", "gift")
    .where("about", "in", links)
    .where("ended_at", "is", null) // an accepted one could still continue on the next channel
    .execute();
  await tx.deleteFrom("gift_links").where("order_item_id", "=", id).execute();
}

/** Records the time at which the recipient first saw the codes. */
export async function markGiftOpened(tx: Writer, id: string, now: number) {
  const { numUpdatedRows } = await tx
    .updateTable("gifts")
    .set({ opened_at: now })
    .where("order_item_id", "=", id)
    .where("opened_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const line = tx.selectFrom("order_items").select("order_id").where("id", "=", id);
  const { order_id } = await line.executeTakeFirstOrThrow();
  await recordEvent(tx, "gift.opened", order_id, now, { line: id });
}

/** A time that no clock reaches. */
const NEVER = 8.64e15;

/** Holds the unsent mails about gifts in an order. */
export const holdGiftMails = (tx: Writer, orderId: string) =>
  selectGiftMails(tx, orderId).set({ next_try_at: NEVER }).execute();

/** Releases these mails again, each for its due time. */
export async function releaseGiftMails(tx: Writer, orderId: string, now: number) {
  await selectGiftMails(tx, orderId)
    .set(({ selectFrom }) => ({
      next_try_at: selectFrom("gifts")
        .innerJoin("gift_links", "gift_links.order_item_id", "gifts.order_item_id")
        .select(({ fn, val }) => fn.coalesce("gifts.due_at", val(now)).as("due"))
        .whereRef("gift_links.token_hash", "=", "outbox.about"),
    }))
    .where("next_try_at", "=", NEVER)
    .execute();
}

const selectGiftMails = (tx: Writer, orderId: string) =>
  tx
    .updateTable("outbox")
    .where("kind", "=", "gift")
    .where("delivered_at", "is", null)
    .where("about", "in", ({ selectFrom }) =>
      selectFrom("gift_links")
        .innerJoin("order_items", "order_items.id", "gift_links.order_item_id")
        .select("gift_links.token_hash")
        .where("order_items.order_id", "=", orderId),
    );
