import type { Channel } from "../../config/brand/messages.ts";
import type { Reader } from "../db/database.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { findConsent } from "../repositories/messages/consents.ts";
import type { MessageRow } from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";
import { channelsFor } from "./templates.ts";

/**
 * The channels on which this message may go out, in the order in which they are tried. WhatsApp requires consent, and an SMS
 * that none was withdrawn. A code was asked for a moment ago, so it needs neither; a reminder, which nobody asked for, requires consent
 * on both.
 */
export async function listUsable(
  db: Reader,
  shop: Shop,
  { kind, phone, user_id }: Pick<MessageRow, "kind" | "phone" | "user_id">,
): Promise<Channel[]> {
  const channels = await listChosen(db, channelsFor(shop.tenant, kind), { kind, user_id });
  if (kind === "sign-in-code") return channels;
  const usable: Channel[] = [];
  for (const channel of channels) {
    const consent = await findConsent(db, phone, channel);
    if (kind === "coins-lapse" ? consent === "given" : allows(channel, consent)) usable.push(channel);
  }
  return usable;
}

/** True if messages about orders may go out on a channel after this consent or withdrawal. */
export const allows = (channel: Channel, said: Awaited<ReturnType<typeof findConsent>>): boolean =>
  channel === "whatsapp" ? said === "given" : said !== "withdrawn";

/** A reminder goes by the channel that the shopper has chosen in the wallet. */
async function listChosen(db: Reader, channels: Channel[], { kind, user_id }: Pick<MessageRow, "kind" | "user_id">) {
  if (kind !== "card-expiry") return channels;
  const { card_reminders } = await getUser(db, user_id!);
  return channels.filter((channel) => channel === card_reminders);
}
