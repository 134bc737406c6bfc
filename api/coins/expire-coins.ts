import { EXPIRY_NOTICE_MS } from "../domain/coins.ts";
import { lockUser } from "../repositories/accounts/users.ts";
import { listLapsedUsers, listUsersToWarn, markWarned } from "../repositories/coins/coin-lots.ts";
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
 * Queues a mail to every shopper whose coins lapse soon: once for each lot, and one mail for lots that lapse together.
 */
export async function warnOfLapsingCoins({ db, clock }: Shop, signal?: AbortSignal) {
  const now = clock.now();
  const until = now + EXPIRY_NOTICE_MS;
  for (const userId of await listUsersToWarn(db.read, now, until)) {
    if (signal?.aborted) return;
    await db.transaction(async (tx) => {
      await lockUser(tx, userId);
      const [first] = await markWarned(tx, userId, now, until);
      if (first === undefined) return;
      await queueMail(tx, { kind: "coins-lapse", about: first, expiresAt: until, now });
    });
  }
}
