import { EXPIRY_NOTICE_MS } from "../domain/coins.ts";
import { queueCoinsLapseMessage } from "../messages/coins-lapse-message.ts";
import { lockUser, wantsReminders } from "../repositories/accounts/users.ts";
import { findLapsing, listLapsedUsers, listUsersToWarn, markWarned } from "../repositories/coins/coin-lots.ts";
import { expireCoins } from "../repositories/coins/coins.ts";
import { queueMail } from "../repositories/mail/outbox.ts";
import type { Shop } from "../shop/shop.ts";

/** Debits lapsed coins from every balance. Several processes may run it at once: a lot lapses once. */
export async function expireLapsedCoins({ db, clock }: Shop, signal?: AbortSignal) {
  const now = clock.now();
  for (const userId of await listLapsedUsers(db.read, now)) {
    if (signal?.aborted) return;
    await db.transaction((tx) => expireCoins(tx, userId, now));
  }
}

/**
 * Reminds every shopper whose coins lapse soon by mail, and by a message to the phone if the shopper agreed: once for each lot, and
 * together for lots that lapse together. Those who do not want reminders get none.
 */
export async function warnOfLapsingCoins(shop: Shop, signal?: AbortSignal) {
  const { db, clock } = shop;
  const now = clock.now();
  const until = now + EXPIRY_NOTICE_MS;
  for (const userId of await listUsersToWarn(db.read, now, until)) {
    if (signal?.aborted) return;
    await db.transaction(async (tx) => {
      await lockUser(tx, userId);
      const [first] = await markWarned(tx, userId, now, until);
      const lapsing = await findLapsing(tx, userId, now, until);
      if (first === undefined || lapsing === null || !(await wantsReminders(tx, userId))) return;
      await queueCoinsLapseMessage(tx, shop, { userId, lotId: first, ...lapsing });
      await queueMail(tx, { kind: "coins-lapse", about: first, expiresAt: until, now });
    });
  }
}
