import type { Selectable } from "kysely";

import type { Channel } from "../../../config/brand/messages.ts";
import type { Reader, Writer } from "../../db/database.ts";
import type { MessageTables } from "../../db/schema-messages.ts";

export type EarlyReceipt = Selectable<MessageTables["early_receipts"]>;

/** True if a message on this channel is being sent, and its provider's id is still unknown. `since`: the start of its try (ms). */
export const awaitsProviderId = async (db: Reader, channel: Channel, since: number): Promise<boolean> =>
  (await db
    .selectFrom("message_sendings")
    .select("id")
    .where("changed_at", ">=", since) // is indexed
    .where("channel", "=", channel)
    .where("state", "=", "sending")
    .where("provider_id", "is", null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Stores a report once for each id and state. */
export const insertEarlyReceipt = (tx: Writer, receipt: EarlyReceipt) =>
  tx
    .insertInto("early_receipts")
    .values(receipt)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** The reports with this id, oldest first. */
export const listEarlyReceipts = (db: Reader, channel: Channel, providerId: string): Promise<EarlyReceipt[]> =>
  db
    .selectFrom("early_receipts")
    .selectAll()
    .where("channel", "=", channel)
    .where("provider_id", "=", providerId)
    .orderBy("received_at")
    .execute();

/** True if a report came at `before` (ms) or earlier. */
export const hasOldEarlyReceipt = async (db: Reader, before: number): Promise<boolean> =>
  (await db.selectFrom("early_receipts").select("state").where("received_at", "<=", before).limit(1).execute()).length >
  0;

/** Deletes reports that came at `before` (ms) or earlier. */
export const deleteOldEarlyReceipts = (tx: Writer, before: number) =>
  tx.deleteFrom("early_receipts").where("received_at", "<=", before).execute();
