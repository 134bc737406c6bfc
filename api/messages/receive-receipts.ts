import { type Channel, CHANNELS } from "../../config/brand/messages.ts";
import type { Writer } from "../db/database.ts";
import { EARLY_RECEIPT_MS } from "../domain/messages/message-age.ts";
import { isForward, readReply } from "../domain/messages/message-states.ts";
import type { Receipt, Reply } from "../ports/messenger.ts";
import {
  findNewestConsent,
  giveConsent,
  hasStopped,
  type Said,
  withdrawConsent,
} from "../repositories/messages/consents.ts";
import { awaitsProviderId, insertEarlyReceipt, listEarlyReceipts } from "../repositories/messages/early-receipts.ts";
import {
  findSending,
  findSendingById,
  lockMessage,
  type MessageRow,
  type SendingRow,
  updateSending,
} from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";
import { messageKinds } from "./kinds.ts";
import { endMessage, findBestReport, keepBestReport, tryNextChannel } from "./move-message.ts";
import { noteFault } from "./note-fault.ts";

/** A code that failed later than this is not sent on another channel: its reader has asked for a new one, or has left. */
const CODE_FALLBACK_MS = 60_000;

/**
 * Applies the reports of a provider. They may be lost, doubled, late or out of order, so they only move the state of a message
 * forward; they never change money or access.
 */
export async function applyReceipts(shop: Shop, channel: Channel, receipts: Receipt[]): Promise<void> {
  for (const receipt of receipts) {
    const provider = shop.messengers.get(channel)!.provider;
    const labels = { tenant: shop.tenant.id, channel, provider };
    const sending = await findOrKeep(shop, channel, receipt);
    if (typeof sending === "string") {
      shop.messageCounts.count(labels, sending);
      continue;
    }
    const isNews = await shop.db.transaction((tx) => applyReceipt(tx, shop, sending, receipt));
    if (!isNews) continue;
    shop.messageCounts.count(labels, receipt.state);
    const { state, reason } = receipt;
    shop.log.info({ messageId: sending.message_id, channel, provider, state, reason }, "message reported");
  }
}

/**
 * Finds the sending that a report is about. The report may come before the answer with the provider's id is stored; then it is kept
 * for applyEarlyReceipts.
 */
async function findOrKeep(shop: Shop, channel: Channel, receipt: Receipt): Promise<SendingRow | "early" | "stray"> {
  const { read } = shop.db;
  const known = await findSending(read, channel, receipt);
  if (known !== undefined) return known;
  const now = shop.clock.now();
  if (receipt.by === "id" || !(await awaitsProviderId(read, channel, now - EARLY_RECEIPT_MS)))
    // The id may have been stored between the two queries.
    return (await findSending(read, channel, receipt)) ?? "stray";
  const { id: provider_id, state, fault, reason } = receipt;
  await shop.db.transaction((tx) =>
    insertEarlyReceipt(tx, { channel, provider_id, state, fault, reason, received_at: now }),
  );
  // The second of the two to commit finds the row of the first.
  return (await findSending(read, channel, receipt)) ?? "early";
}

/** Applies the reports that came before the provider's id was stored. They stay until their time is over, and count once. */
export async function applyEarlyReceipts(shop: Shop, channel: Channel, providerId: string): Promise<void> {
  const early = await listEarlyReceipts(shop.db.read, channel, providerId);
  const receipts = early.map(({ state, fault, reason }) => ({
    by: "provider id" as const,
    id: providerId,
    state,
    fault,
    reason,
  }));
  await applyReceipts(shop, channel, receipts);
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
  const isPresent = row.channel === sending.channel && row.ended_at === null;
  const why = reason ?? "the provider could not deliver it";
  if (isPresent && ["sending", "accepted", "sent"].includes(row.state)) await fallBack(tx, shop, row, why);
  else if (row.state === "accepted" || row.state === "sent") await keepBestReport(tx, shop, row, why);
  return true;
}

/** The best report of all channels is the state of the message. */
async function moveForward(tx: Writer, shop: Shop, row: MessageRow) {
  const best = (await findBestReport(tx, row))!;
  if (best === "delivered" || best === "read") return endMessage(tx, shop, row, best, null);
  // An accepted one still waits for a better report; a sent one stops the next channel, unless that is sending already.
  if (row.ended_at === null && (best === "accepted" || row.state === "sending")) return;
  await keepBestReport(tx, shop, row, "");
}

async function fallBack(tx: Writer, shop: Shop, row: MessageRow, reason: string) {
  const isLate = shop.clock.now() - row.created_at > CODE_FALLBACK_MS;
  if (!messageKinds[row.kind].mayRepeat && isLate) return keepBestReport(tx, shop, row, reason);
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
