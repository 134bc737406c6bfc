import { sendsToPhones } from "../../config/brand/channels.ts";
import { runForRequest } from "../base/request-id.ts";
import type { Writer } from "../db/database.ts";
import { openContents } from "../mail/sealed-mail.ts";
import { findGiftByLink } from "../repositories/gifts/gifts.ts";
import { lockDueGift, markDelivered, type OutboxRow } from "../repositories/mail/outbox.ts";
import type { Shop } from "../shop/shop.ts";
import { queueMessage } from "./queue-message.ts";

const BATCH = 50;

/**
 * Queues messages to phones in the place of the mails of due gifts. The outbox holds a gift until its day, also while its payment
 * is disputed.
 * @returns true when more may be due
 */
export async function handOverGifts(shop: Shop, signal?: AbortSignal): Promise<boolean> {
  if (!sendsToPhones(shop.tenant, "gift")) return false;
  for (let done = 0; done < BATCH && !signal?.aborted; done++) {
    const row = await shop.db.transaction(async (tx) => {
      const due = await lockDueGift(tx, shop.clock.now());
      if (due !== undefined) await runForRequest(due.request_id, () => handOver(tx, shop, due));
      return due;
    });
    if (row === undefined) return false;
    shop.log.info({ messageId: row.id, kind: row.kind }, "gift goes to a phone");
  }
  return true;
}

/** A gift whose link is no longer valid gets no message. */
async function handOver(tx: Writer, shop: Shop, row: OutboxRow) {
  const gift = await findGiftByLink(tx, row.about);
  await markDelivered(tx, row.id, shop.clock.now(), "goes to a phone");
  if (gift === undefined || gift.recipient_phone === null) return;
  const { url } = openContents(shop, row) as { url: string };
  await queueMessage(tx, shop, {
    kind: "gift",
    about: row.about,
    userId: null,
    phone: gift.recipient_phone,
    language: gift.sender_language,
    contents: { name: gift.recipient_name, sender: gift.sender_name, link: new URL(url).search.slice(1) },
  });
}
