import { createHash } from "node:crypto";

import { sendsToPhones } from "../../config/brand/channels.ts";
import type { Writer } from "../db/database.ts";
import { mailboxOf } from "../domain/mail/mailbox.ts";
import { phoneKey } from "../domain/purchase-keys.ts";
import { takeFromShopDay } from "../limits/shop-quotas.ts";
import { takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { Shop } from "../shop/shop.ts";

/** The name of the quota. It does not reveal the address. */
const ofMailbox = (quota: string, email: string) =>
  `${quota} ${createHash("sha256").update(mailboxOf(email)).digest("base64url")}`;

/** Counts one mail that the network `net` requested; false once its day is used up. */
export const takeMailOfNet = (tx: Writer, { limits, clock }: Shop, net: string) =>
  takeFromDay(tx, `unproven-mail-net ${net}`, limits.unprovenMailsPerNetAndDay, clock.now());

/**
 * Counts one mail to an unverified address; false if it must not be sent. Addresses with a plus part, which strangers can invent
 * without limit, get only a part of the quota.
 */
export const takeUnprovenMail = async (tx: Writer, shop: Shop, email: string) =>
  (!email.includes("+") ||
    (await takeFromDay(
      tx,
      ofMailbox("unproven-mail-plus", email),
      shop.limits.unprovenMailsWithPlusPerMailboxAndDay,
      shop.clock.now(),
    ))) &&
  (await takeFromDay(
    tx,
    ofMailbox("unproven-mail", email),
    shop.limits.unprovenMailsPerMailboxAndDay,
    shop.clock.now(),
  )) &&
  takeFromShopDay(tx, shop, "unprovenMails");

type Recipient = { recipient_email: string; recipient_phone: string | null };

/** The name of the quota of the mailbox or number to which a gift goes first. */
export const giftQuotaOf = ({ tenant, keys }: Shop, { recipient_email, recipient_phone }: Recipient): string =>
  recipient_phone !== null && sendsToPhones(tenant, "gift")
    ? `gift-message ${phoneKey(keys, recipient_phone)}`
    : ofMailbox("gift-mail", recipient_email);

/** Counts one gift to the recipient's number or mailbox; false once its day is used up. */
export const takeGift = (tx: Writer, shop: Shop, recipient: Recipient) =>
  takeFromDay(tx, giftQuotaOf(shop, recipient), shop.limits.giftMailsPerMailboxAndDay, shop.clock.now());
