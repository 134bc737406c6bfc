import { inLanguage, languages } from "../../config/language/current.ts";
import { t } from "../../config/language/t.ts";
import type { Writer } from "../db/database.ts";
import { formatDate } from "../domain/days.ts";
import { daysOfSubject, type ReminderDays, reminderSubject } from "../domain/wallet.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import type { User } from "../repositories/accounts/users.ts";
import { listWalletCards, type WalletCard } from "../repositories/cards/wallet.ts";
import type { MessageRow } from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";
import { openContents, queueMessage } from "./queue-message.ts";

type Reminder = { user: User; days: ReminderDays; cards: WalletCard[] };

/**
 * Queues a message that cards expire, to the confirmed phone of the account. It holds a link to the wallet and no code.
 * @param cards with an end, the first to expire first
 * @returns false if it cannot be sent to a phone
 */
export async function queueCardExpiryMessage(tx: Writer, shop: Shop, { user, days, cards }: Reminder) {
  const phone = user.verified_phone;
  if (phone === null) return false;
  const [first, ...others] = cards;
  const language = user.language ?? shop.tenant.languages[0]!;
  const say = () => ({
    card: t("mail.cardsNamed", { product: first!.name, others: others.length }),
    date: formatDate(first!.expires_at!),
  });
  const link = new URLSearchParams(others.length === 0 ? { card: first!.id } : { from: "reminder" }).toString();
  return queueMessage(tx, shop, {
    kind: "card-expiry",
    about: reminderSubject(first!.id, days),
    userId: user.id,
    phone,
    language: user.language,
    contents: {
      name: user.username,
      ...inLanguage(languages.get(language) ?? languages.get("en")!, say),
      link,
      cards: cards.map(({ id }) => id).join(" "),
    },
  });
}

/** `cards`: the first to expire first. */
type MailedReminder = { userId: string; days: ReminderDays; cards: { id: string; expires_at: number | null }[] };

/** Queues a mail that reminds of cards; without one that expires before it can leave. */
export const queueCardExpiryMail = (tx: Writer, shop: Shop, { userId, days, cards }: MailedReminder) =>
  queueSealedMail(tx, shop, {
    kind: "card-expiry",
    about: reminderSubject(cards[0]!.id, days),
    contents: { userId, cardIds: cards.map(({ id }) => id) },
    expiresAt: cards[0]!.expires_at ?? undefined,
  });

/** Mails the reminder whose message reached nobody. */
export async function mailCardExpiryInstead(tx: Writer, shop: Shop, row: MessageRow) {
  const { cards: ids = "" } = openContents(shop, row);
  const userId = row.user_id!;
  const cards = await listWalletCards(tx, userId, ids.split(" "));
  if (cards.length > 0) await queueCardExpiryMail(tx, shop, { userId, days: daysOfSubject(row.about), cards });
}
