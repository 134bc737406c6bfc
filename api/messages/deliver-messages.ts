import { inSpan } from "../../config/process/tracing.ts";
import { runForRequest } from "../base/request-id.ts";
import { Unreachable } from "../base/unreachable.ts";
import type { Writer } from "../db/database.ts";
import { randomId } from "../domain/tokens.ts";
import type { PhoneMessage } from "../ports/messenger.ts";
import {
  lockDueMessage,
  type MessageRow,
  saveSending,
  type SendingRow,
  updateMessage,
} from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";
import { composeMessage } from "./compose-message.ts";
import { messageKinds } from "./kinds.ts";
import { takeFromBudgets } from "./message-budgets.ts";
import { findNextChannel, keepBestReport, tryNextChannel } from "./move-message.ts";
import { priceOf } from "./price.ts";
import { applyEarlyReceipts } from "./receive-receipts.ts";
import { type Outcome, settleSending, type Taken } from "./settle-sending.ts";
import { listUsable } from "./usable-channels.ts";

const BATCH = 50;
/** Longer than a call may take. Afterwards the outcome of the try is unknown. */
const LEASE_MS = 60_000;
/** Tries on one channel with an unknown outcome. */
const DOUBTFUL_TRIES = 2;

/**
 * Sends due messages, and continues on the next channel if one fails or does not report in time. Each recipient gets each
 * message once; a second copy is possible only after a timeout, and is counted.
 * @returns true when more may be due
 */
export async function deliverMessages(shop: Shop, signal?: AbortSignal): Promise<boolean> {
  for (let done = 0; done < BATCH && !signal?.aborted; done++) {
    const next = await shop.db.transaction((tx) => takeNext(tx, shop));
    if (next === undefined) return false;
    if (next !== "moved") await runForRequest(next.row.request_id, () => sendTaken(shop, next));
  }
  return true;
}

/** Takes the next due message, or moves it without a call. Undefined if none is due. */
async function takeNext(tx: Writer, shop: Shop): Promise<Taken | "moved" | undefined> {
  const now = shop.clock.now();
  const row = await lockDueMessage(tx, now);
  if (row === undefined) return undefined;
  if (row.expires_at <= now) await keepBestReport(tx, shop, row, row.reason ?? "not sent in time");
  else if (row.state === "waiting") return takeWaiting(tx, shop, row);
  else if (row.state === "sending") await settleDoubt(tx, shop, row);
  else await giveUpWaiting(tx, shop, row);
  return "moved";
}

async function takeWaiting(tx: Writer, shop: Shop, row: MessageRow): Promise<Taken | "moved"> {
  const now = shop.clock.now();
  const usable = await listUsable(tx, shop, row);
  const isLate = row.fall_back_at !== null && row.fall_back_at <= now;
  const isOver = isLate && (await findNextChannel(tx, shop, row)) !== undefined;
  const channel = row.channel ?? usable[0];
  const messenger = channel && shop.messengers.get(channel);
  if (channel === undefined || messenger === undefined || !usable.includes(channel) || isOver) {
    await tryNextChannel(tx, shop, row, row.reason ?? "no channel to this number");
    return "moved";
  }
  if (!(await takeFromBudgets(tx, shop, row))) {
    await keepBestReport(tx, shop, row, "the messages of the day are used up");
    return "moved";
  }
  const times = { created_at: now, changed_at: now };
  const id = randomId();
  const draft = {
    id,
    message_id: row.id,
    channel,
    provider: messenger.provider,
    state: "sending",
    cost: priceOf(shop.tenant, channel),
    ...times,
  } as const;
  const sending = await saveSending(tx, draft);
  const change = { channel, state: "sending", tries: row.tries + 1, next_try_at: now + LEASE_MS } as const;
  await updateMessage(tx, row.id, change);
  return { row: { ...row, ...change }, sending };
}

/** The try before has no known outcome, and no receipt came. */
async function settleDoubt(tx: Writer, shop: Shop, row: MessageRow) {
  if (!messageKinds[row.kind].mayRepeat) return keepBestReport(tx, shop, row, "the provider did not answer");
  await noteCopy(tx, shop, row);
  if (row.tries >= DOUBTFUL_TRIES) return tryNextChannel(tx, shop, row, "the provider did not answer");
  await updateMessage(tx, row.id, { state: "waiting", next_try_at: shop.clock.now() });
}

/** The provider has accepted it and reports nothing; a later channel takes over. */
async function giveUpWaiting(tx: Writer, shop: Shop, row: MessageRow) {
  if (row.state !== "accepted") return updateMessage(tx, row.id, { next_try_at: row.expires_at });
  if ((await findNextChannel(tx, shop, row)) === undefined)
    return updateMessage(tx, row.id, { next_try_at: row.expires_at });
  await noteCopy(tx, shop, row);
  await tryNextChannel(tx, shop, row, "the provider did not report in time");
}

async function noteCopy(tx: Writer, shop: Shop, row: MessageRow) {
  const channel = row.channel!;
  await updateMessage(tx, row.id, { copies: row.copies + 1 });
  const provider = shop.messengers.get(channel)?.provider ?? "none";
  shop.messageCounts.countCopy({ tenant: shop.tenant.id, channel, provider });
}

async function sendTaken(shop: Shop, { row, sending }: Taken) {
  const { db, tenant, log, messageCounts } = shop;
  const { channel, provider } = sending;
  const about = { messageId: row.id, kind: row.kind, channel, provider, tries: row.tries };
  const attributes = { "awning.message_kind": row.kind, "awning.channel": channel };
  // After the lease, so that a message that cannot be composed delays no other.
  const message = composeMessage(shop, row, channel, sending.id);
  const outcome: Outcome =
    message === undefined
      ? { state: "refused", fault: "configuration", reason: "the brand has no such template any more" }
      : await inSpan({ name: "send message", attributes }, () => trySending(shop, sending, message));
  const labels = { tenant: tenant.id, channel, provider };
  messageCounts.count(labels, outcome.state === "refused" ? outcome.fault : outcome.state);
  if (outcome.state !== "refused") messageCounts.addCost(labels, priceOf(tenant, channel));
  await db.transaction((tx) => settleSending(tx, shop, { row, sending }, outcome));
  if (outcome.state !== "accepted") return log.warn({ ...about, reason: outcome.reason }, "message not sent yet");
  log.info(about, "message accepted");
  if (outcome.providerId !== null) await applyEarlyReceipts(shop, channel, outcome.providerId);
}

export async function trySending(
  shop: Shop,
  { channel }: Pick<SendingRow, "channel">,
  message: PhoneMessage,
): Promise<Outcome> {
  try {
    return await shop.messengers.get(channel)!.send(message);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    const reason = error.message;
    return error.mayHaveArrived ? { state: "unknown", reason } : { state: "refused", fault: "busy", reason };
  }
}
