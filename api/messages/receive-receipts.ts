import { type Channel, CHANNELS } from "../../config/brand/messages.ts";
import type { Writer } from "../db/database.ts";
import { bestState, isForward, readReply } from "../domain/messages/message-states.ts";
import type { Receipt, Reply } from "../ports/messenger.ts";
import {
  findNewestConsent,
  giveConsent,
  hasStopped,
  type Said,
  withdrawConsent,
} from "../repositories/messages/consents.ts";
import {
  findSending,
  findSendingById,
  listSendings,
  lockMessage,
  type MessageRow,
  type SendingRow,
  updateMessage,
  updateSending,
} from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";
import { messageKinds } from "./kinds.ts";
import { endMessage, tryNextChannel } from "./move-message.ts";
import { noteFault } from "./note-fault.ts";

/** A code that failed later than this is not sent on another channel: its reader has asked for a new one, or has left. */
const CODE_FALLBACK_MS = 60_000;

/**
 * Applies the reports of a provider. They may be lost, doubled, late or out of order, so they only move the state of a message
 * forward; they never change money or access.
 */
export async function applyReceipts(shop: Shop, channel: Channel, receipts: Receipt[]): Promise<void> {
  for (const receipt of receipts) {
    const sending = await findSending(shop.db.read, channel, receipt);
    const provider = shop.messengers.get(channel)!.provider;
    const labels = { tenant: shop.tenant.id, channel, provider };
    if (sending === undefined) {
      shop.messageCounts.count(labels, "stray");
      continue;
    }
    const isNews = await shop.db.transaction((tx) => applyReceipt(tx, shop, sending, receipt));
    if (!isNews) continue;
    shop.messageCounts.count(labels, receipt.state);
    const { state, reason } = receipt;
    shop.log.info({ messageId: sending.message_id, channel, provider, state, reason }, "message reported");
  }
}

/** @returns false for a report that changes nothing */
async function applyReceipt(
  tx: Writer,
  shop: Shop,
  { id, message_id }: SendingRow,
  receipt: Receipt,
): Promise<boolean> {
  const { state, fault, reason } = receipt;
  const row = await lockMessage(tx, message_id);
  const sending = await findSendingById(tx, id);
  if (row === undefined || sending === undefined || !isForward(sending.state, state)) return false;
  const changed_at = shop.clock.now();
  const cause = state === "failed" ? { fault, reason } : { fault: null, reason: null };
  const found = receipt.by === "provider id" ? { provider_id: receipt.id } : {};
  await updateSending(tx, id, { state, changed_at, ...cause, ...found });
  if (state !== "failed") return moveForward(tx, shop, row).then(() => true);
  if (fault === "configuration") noteFault(shop, sending, reason ?? "no reason given");
  const isPresent = row.channel === sending.channel && ["sending", "accepted", "sent"].includes(row.state);
  if (isPresent) await fallBack(tx, shop, row, reason ?? "the provider could not deliver it");
  return true;
}

/** The best report of all channels is the state of the message. */
async function moveForward(tx: Writer, shop: Shop, row: MessageRow) {
  const best = bestState((await listSendings(tx, row.id)).map(({ state }) => state))!;
  if (best === "delivered" || best === "read") return endMessage(tx, shop, row, best, null);
  // An accepted one still waits for a better report; a sent one stops the next channel, unless that is sending already.
  if (best === "accepted" || row.state === "sending" || row.ended_at !== null) return;
  await updateMessage(tx, row.id, { state: best, next_try_at: row.expires_at, fall_back_at: null });
}

async function fallBack(tx: Writer, shop: Shop, row: MessageRow, reason: string) {
  const isLate = shop.clock.now() - row.created_at > CODE_FALLBACK_MS;
  if (!messageKinds[row.kind].mayRepeat && isLate) return endMessage(tx, shop, row, "failed", reason);
  await tryNextChannel(tx, shop, row, reason);
}

/**
 * Records replies: after STOP a number gets requested codes only; START allows all messages again. A provider may deliver a reply
 * twice and out of order, so its own time decides: an old START does not undo a later STOP.
 */
export async function applyReplies({ db, clock }: Shop, channel: Channel, replies: Reply[]): Promise<void> {
  for (const { phone, text, at } of replies) {
    const wish = readReply(text);
    if (wish === undefined) continue;
    const now = Math.min(at ?? clock.now(), clock.now());
    const said = { phone, user_id: null, source: "reply", text: text.trim(), now } as const;
    await db.transaction(async (tx) => {
      if (wish === "start") return start(tx, { ...said, channel });
      for (const each of CHANNELS) await stop(tx, { ...said, channel: each });
    });
  }
}

/** Only an owner who has stopped messages may start them: to others nobody has shown what they agree to. */
async function start(tx: Writer, said: Said) {
  const newest = await findNewestConsent(tx, said.phone, said.channel);
  if (newest?.word === "withdrawn" && said.now > newest.at) await giveConsent(tx, said);
}

/** Counts also if the provider's clock is behind ours; only the same STOP once more does not. */
async function stop(tx: Writer, said: Said) {
  const newest = await findNewestConsent(tx, said.phone, said.channel);
  if (newest?.word === "withdrawn" || (await hasStopped(tx, said))) return;
  await withdrawConsent(tx, { ...said, now: Math.max(said.now, newest?.at ?? 0) });
}
