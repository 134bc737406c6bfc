import type { Writer } from "../db/database.ts";
import { isLive, isPhoneWay, remindAt, remindedEnd, REMINDER_DAYS, type ReminderDays } from "../domain/wallet.ts";
import { queueCardExpiryMail, queueCardExpiryMessage } from "../messages/queue-card-expiry.ts";
import { getUser, lockUser } from "../repositories/accounts/users.ts";
import { listUsersToRemind, settleReminders } from "../repositories/cards/reminders.ts";
import { listWalletCards } from "../repositories/cards/wallet.ts";
import type { Shop } from "../shop/shop.ts";
import { wayFor } from "./reminder-ways.ts";

/** The last reminder first: a card that is due for both gets that one only. */
const LAST_FIRST = REMINDER_DAYS.map((days, index) => ({ days, done: index + 1 })).toReversed();

/**
 * Reminds owners of cards that expire 30 and 7 days later: once for each card and each of these days, and in one message for cards
 * that are due together. Several processes may run it at once.
 * @returns true if more may be due
 */
export async function remindOfExpiry(shop: Shop, signal?: AbortSignal): Promise<boolean> {
  const { db, clock } = shop;
  let hasMore = false;
  for (const { days, done } of LAST_FIRST) {
    const now = clock.now();
    const due = { done, end: remindedEnd(now, days), now };
    const users = await listUsersToRemind(db.read, due);
    hasMore ||= users.length > 0;
    for (const userId of users) {
      if (signal?.aborted) return false;
      await db.transaction(async (tx) => {
        await lockUser(tx, userId);
        const settled = await settleReminders(tx, userId, due);
        // The buyer of a later card has read its date in the mail with the card.
        const isDue = ({ issued_at, expires_at }: Settled) => (issued_at ?? 0) < remindAt(expires_at!, days);
        const cardIds = settled.filter((card) => isLive(card) && isDue(card)).map(({ id }) => id);
        if (shop.tenant.features.wallet && cardIds.length > 0) await remind(tx, shop, { userId, days, cardIds });
      });
    }
  }
  return hasMore;
}

type Settled = Awaited<ReturnType<typeof settleReminders>>[number];
type Reminder = { userId: string; days: ReminderDays; cardIds: string[] };

async function remind(tx: Writer, shop: Shop, { userId, days, cardIds }: Reminder) {
  const user = await getUser(tx, userId);
  const way = wayFor(shop, user);
  if (user.disabled_at !== null || way === "none") return;
  const cards = await listWalletCards(tx, userId, cardIds);
  const isSaid = isPhoneWay(way) && (await queueCardExpiryMessage(tx, shop, { user, days, cards }));
  if (!isSaid) await queueCardExpiryMail(tx, shop, { userId, days, cards });
}
