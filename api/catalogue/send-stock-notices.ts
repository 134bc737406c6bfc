import { leastEnd } from "../domain/stock/shelf-life.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { type Choice, listRestocked, takeNotices } from "../repositories/stock/stock-notices.ts";
import type { Shop } from "../shop/shop.ts";

/** Choices in one round, and mails in one transaction. */
const CHOICES = 100;
const MAILS = 100;

/**
 * Queues a mail for each request whose choice is back in stock. It deletes the request in the same transaction, so that each
 * request gets one mail even with several workers.
 */
export async function sendStockNotices(shop: Shop, signal?: AbortSignal) {
  const now = shop.clock.now();
  const moments = { now, leastEnd: leastEnd(shop.tenant, now) };
  for (const choice of await listRestocked(shop.db.read, moments, CHOICES)) {
    while (!signal?.aborted && (await tellNext(shop, choice)) === MAILS);
  }
}

const tellNext = (shop: Shop, choice: Choice): Promise<number> =>
  shop.db.transaction(async (tx) => {
    const notices = await takeNotices(tx, choice, MAILS);
    for (const { id, user_id: userId, url } of notices) {
      const contents = { ...choice, userId, url };
      await queueSealedMail(tx, shop, { kind: "back-in-stock", about: id, contents });
    }
    return notices.length;
  });
