import type { Selectable } from "kysely";

import type { Channel } from "../../../config/brand/messages.ts";
import { currentRequestId } from "../../base/request-id.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate, forUpdateSkipLocked } from "../../db/locks.ts";
import type { MessageTables } from "../../db/schema-messages.ts";

export type MessageRow = Selectable<MessageTables["messages"]>;
export type SendingRow = Selectable<MessageTables["message_sendings"]>;

type NewMessage = Pick<
  MessageRow,
  "id" | "kind" | "about" | "user_id" | "phone" | "language" | "sealed" | "expires_at"
> & { now: number };

/** Queues a message in the transaction that causes it. Each kind is sent once for each subject. */
export const insertMessage = (tx: Writer, { now, ...message }: NewMessage) =>
  tx
    .insertInto("messages")
    .values({
      ...message,
      channel: null,
      state: "waiting",
      tries: 0,
      next_try_at: now,
      fall_back_at: null,
      copies: 0,
      reason: null,
      created_at: now,
      ended_at: null,
      request_id: currentRequestId() ?? null,
    })
    .onConflict((conflict) => conflict.columns(["about", "kind"]).doNothing())
    .execute();

/** True if a message that has ended was queued at `before` (ms) or earlier. */
export const hasOldMessage = async (db: Reader, before: number): Promise<boolean> =>
  (await selectOldMessages(db, before).limit(1).execute()).length > 0;

/** Deletes at most `most` ended messages that were queued at `before` (ms) or earlier, with their sendings. */
export const deleteOldMessages = (tx: Writer, before: number, most: number) =>
  tx
    .deleteFrom("messages")
    .where("id", "in", selectOldMessages(tx, before).orderBy("created_at").limit(most))
    .execute();

const selectOldMessages = (db: Reader, before: number) =>
  db.selectFrom("messages").select("id").where("created_at", "<=", before).where("ended_at", "is not", null);

/** Deletes all messages, for the past of a demo. */
export const deleteMessages = (tx: Writer) => tx.deleteFrom("messages").execute();

/** A sent message stays as an earlier one about the same subject, so that the next one can be queued. */
export const renameMessage = (tx: Writer, { about, kind }: Pick<MessageRow, "about" | "kind">) =>
  tx
    .updateTable("messages")
    .set(({ ref }) => ({ about: ref("id"), earlier_about: ref("about") }))
    .where("about", "=", about)
    .where("kind", "=", kind)
    .execute();

/** Locks the next due message: codes first, because their readers wait. Other workers skip it. */
export const lockDueMessage = (tx: Writer, now: number): Promise<MessageRow | undefined> =>
  tx
    .selectFrom("messages")
    .selectAll()
    .where("next_try_at", "<=", now)
    .orderBy((row) => row("kind", "<>", "sign-in-code"))
    .orderBy("next_try_at")
    .limit(1)
    .$call(forUpdateSkipLocked(tx))
    .executeTakeFirst();

export const lockMessage = (tx: Writer, id: string): Promise<MessageRow | undefined> =>
  tx.selectFrom("messages").selectAll().where("id", "=", id).$call(forUpdate(tx)).executeTakeFirst();

export const updateMessage = (tx: Writer, id: string, change: Partial<MessageRow>) =>
  tx.updateTable("messages").set(change).where("id", "=", id).execute();

/**
 * Stores the message on a channel. A second try on the channel keeps its id, so that the provider can recognise it, and costs as
 * much again.
 */
export async function saveSending(tx: Writer, sending: Omit<SendingRow, "provider_id" | "fault" | "reason">) {
  const { provider, state, cost, changed_at } = sending;
  return tx
    .insertInto("message_sendings")
    .values({ ...sending, provider_id: null, fault: null, reason: null })
    .onConflict((conflict) =>
      conflict.columns(["message_id", "channel"]).doUpdateSet((row) => ({
        provider,
        state,
        cost: row("message_sendings.cost", "+", cost),
        changed_at,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const listSendings = (db: Reader, messageId: string): Promise<SendingRow[]> =>
  db.selectFrom("message_sendings").selectAll().where("message_id", "=", messageId).orderBy("created_at").execute();

/** The sending with our id or the provider's, on a channel. */
export const findSending = (
  db: Reader,
  channel: Channel,
  { by, id }: { by: "id" | "provider id"; id: string },
): Promise<SendingRow | undefined> =>
  db
    .selectFrom("message_sendings")
    .selectAll()
    .where(by === "id" ? "id" : "provider_id", "=", id)
    .where("channel", "=", channel)
    .executeTakeFirst();

export const findSendingById = (db: Reader, id: string): Promise<SendingRow | undefined> =>
  db.selectFrom("message_sendings").selectAll().where("id", "=", id).executeTakeFirst();

export const updateSending = (tx: Writer, id: string, change: Partial<SendingRow>) =>
  tx.updateTable("message_sendings").set(change).where("id", "=", id).execute();
