import type { Writer } from "../db/database.ts";
import { DAY_MS } from "../domain/days.ts";
import { createShortToken, hashToken } from "../domain/tokens.ts";
import { takeGift } from "../mail/mail-quotas.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { findGiftByLink, insertGiftLink, type OrderedGift, scheduleGift } from "../repositories/gifts/gifts.ts";
import type { Shop } from "../shop/shop.ts";

type When = { dueAt: number; isMailed?: boolean };

/**
 * Queues a mail with its own link. Only the encrypted mail holds the link; the database stores its hash. When it is due, a message
 * takes the place of the mail if the gift has a number, unless `isMailed` (hand-over-gifts.ts).
 */
export async function queueGift(tx: Writer, shop: Shop, gift: OrderedGift, { dueAt, isMailed = false }: When) {
  const token = createShortToken();
  await insertGiftLink(tx, { id: gift.order_item_id, token, isMailed, now: shop.clock.now() });
  await scheduleGift(tx, gift.order_item_id, dueAt);
  const contents = { url: new URL(`/gift?${token}`, gift.redirect_url).href };
  await queueSealedMail(tx, shop, { kind: "gift", about: hashToken(token), contents, dueAt });
}

/** Mails a gift whose message reached nobody, with a new link, if it has an address and is still unopened. */
export async function mailGiftInstead(tx: Writer, shop: Shop, tokenHash: string) {
  const gift = await findGiftByLink(tx, tokenHash);
  if (gift === undefined || gift.recipient_email === "" || gift.opened_at !== null) return;
  const now = shop.clock.now();
  const delay = (await takeGift(tx, shop, { ...gift, recipient_phone: null })) ? 0 : DAY_MS;
  await queueGift(tx, shop, gift, { dueAt: now + delay, isMailed: true });
}
