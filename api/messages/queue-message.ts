import { sendsToPhones } from "../../config/brand/channels.ts";
import type { MessageKind } from "../../config/brand/messages.ts";
import type { Writer } from "../db/database.ts";
import { DAY_MS } from "../domain/days.ts";
import { seal, unseal } from "../domain/encryption.ts";
import { randomId } from "../domain/tokens.ts";
import { insertMessage, type MessageRow } from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";

/** The values of the template that cannot be looked up later (config/brand/messages.ts). */
export type MessageContents = Partial<
  Record<"name" | "sender" | "order" | "card" | "date" | "link" | "code" | "coins", string>
> & {
  /** The time (ms) at which coins end, as text; the reader's language decides about its form. */
  endsAt?: string;
  /** For a mail in place of the message: the ids of the cards, with blanks between them. */
  cards?: string;
};

type NewMessage = {
  kind: MessageKind;
  /** The id of its subject. Each kind is sent once for each subject. */
  about: string;
  /** The account; null for a recipient without one. */
  userId: string | null;
  /** Ten digits. */
  phone: string;
  /** The language code of the reader; null for the brand's first. */
  language: string | null;
  contents: MessageContents;
  /** An unsent message is dropped then (ms); a day from now by default. */
  expiresAt?: number;
};

/**
 * Queues a message to a phone in the transaction that causes it. The values are encrypted, and deleted once it has ended.
 * @returns false if the brand has no channel for this kind, so nothing is queued
 */
export async function queueMessage(tx: Writer, shop: Shop, message: NewMessage): Promise<boolean> {
  const { tenant, keys, clock } = shop;
  if (!sendsToPhones(tenant, message.kind)) return false;
  const now = clock.now();
  const id = randomId();
  await insertMessage(tx, {
    id,
    kind: message.kind,
    about: message.about,
    user_id: message.userId,
    phone: message.phone,
    language: message.language ?? tenant.languages[0]!,
    sealed: seal(keys, "mail", JSON.stringify(message.contents), messageOwner(shop, { id })),
    expires_at: message.expiresAt ?? now + DAY_MS,
    now,
  });
  return true;
}

/** The values that queueMessage encrypted. */
export const openContents = (shop: Shop, row: Pick<MessageRow, "id" | "sealed">): MessageContents =>
  row.sealed === null ? {} : JSON.parse(unseal(shop.keys, "mail", row.sealed, messageOwner(shop, row)));

/** The owner for which a message's values are encrypted. */
export const messageOwner = ({ tenant }: Pick<Shop, "tenant">, { id }: Pick<MessageRow, "id">) => ({
  tenantId: tenant.id,
  id: `message ${id}`,
});
