import { EARLY_RECEIPT_MS, MESSAGE_MS } from "../domain/messages/message-age.ts";
import { deleteOldEarlyReceipts, hasOldEarlyReceipt } from "../repositories/messages/early-receipts.ts";
import { deleteOldMessages, hasOldMessage } from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";

/** The most messages, with their sendings, in one transaction, because orders wait for it. */
const DELETED_AT_ONCE = 1_000;

/** Deletes messages that ended long ago, and reports that no answer followed. Consent stays: it is the proof. */
export async function deleteAgedMessages({ db, clock }: Shop, signal?: AbortSignal): Promise<void> {
  const before = clock.now() - MESSAGE_MS;
  while (!signal?.aborted && (await hasOldMessage(db.read, before)))
    await db.transaction((tx) => deleteOldMessages(tx, before, DELETED_AT_ONCE));
  const unanswered = clock.now() - EARLY_RECEIPT_MS;
  if (await hasOldEarlyReceipt(db.read, unanswered))
    await db.transaction((tx) => deleteOldEarlyReceipts(tx, unanswered));
}
