import type { Writer } from "../db/database.ts";
import { isForward } from "../domain/messages/message-states.ts";
import type { Sending } from "../ports/messenger.ts";
import {
  findSendingById,
  lockMessage,
  type MessageRow,
  type SendingRow,
  updateMessage,
  updateSending,
} from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";
import { messageKinds } from "./kinds.ts";
import { giveBackToBudgets } from "./message-budgets.ts";
import { tryNextChannel } from "./move-message.ts";
import { noteFault } from "./note-fault.ts";
import { priceOf } from "./price.ts";

/** After an unknown outcome: the time for a receipt that proves the arrival, before the message is sent again. */
const DOUBT_MS = 2 * 60_000;
/** Pause after "busy": doubled each time, at most half an hour. Codes are tried again at once, and only a few times. */
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 30 * 60_000;
const CODE_PAUSE_MS = 3_000;
const CODE_TRIES = 4;

/** A message that this worker has taken for one try on a channel. */
export type Taken = { row: MessageRow; sending: SendingRow };

export type Outcome = Sending | { state: "unknown"; reason: string };

/** Records the outcome of a try. A receipt may have come first. */
export async function settleSending(tx: Writer, shop: Shop, taken: Taken, outcome: Outcome) {
  const now = shop.clock.now();
  const row = await lockMessage(tx, taken.row.id);
  const sending = await findSendingById(tx, taken.sending.id);
  if (row === undefined || sending === undefined) return; // the person was erased meanwhile
  const isMine = row.state === "sending" && row.channel === sending.channel && row.tries === taken.row.tries;
  if (outcome.state === "accepted") {
    const isNews = isForward(sending.state, "accepted");
    const provider_id = outcome.providerId ?? sending.provider_id;
    await updateSending(tx, sending.id, { provider_id, changed_at: now, ...(isNews && { state: "accepted" }) });
    if (isMine) await awaitReport(tx, shop, row, sending.state === "sent");
  } else if (outcome.state === "unknown") {
    if (isMine) await updateMessage(tx, row.id, { reason: outcome.reason, next_try_at: now + DOUBT_MS });
  } else {
    await giveBackToBudgets(tx, row, taken.sending.changed_at);
    await settleRefusal(tx, shop, { row, sending, isMine }, outcome);
  }
}

type Refused = { row: MessageRow; sending: SendingRow; isMine: boolean };

async function settleRefusal(
  tx: Writer,
  shop: Shop,
  { row, sending, isMine }: Refused,
  { fault, reason }: Extract<Outcome, { state: "refused" }>,
) {
  const failure = { state: "failed", fault, reason, changed_at: shop.clock.now() } as const;
  const hasFailed = fault !== "busy" && isForward(sending.state, "failed");
  const cost = Math.max(0, sending.cost - priceOf(shop.tenant, sending.channel));
  await updateSending(tx, sending.id, { cost, ...(hasFailed && failure) });
  if (fault === "configuration") noteFault(shop, sending, reason);
  if (isMine) await (fault === "busy" ? pause : tryNextChannel)(tx, shop, row, reason);
}

/** Without a report in time the next channel takes over, except for codes, which are never sent twice. @param isSent by a receipt */
async function awaitReport(tx: Writer, { clock, tenant }: Shop, row: MessageRow, isSent: boolean) {
  if (isSent) return updateMessage(tx, row.id, { state: "sent", next_try_at: row.expires_at, fall_back_at: null });
  const waitsFor = messageKinds[row.kind].mayRepeat ? tenant.messages.smsAfterMinutes * 60_000 : Infinity;
  const next_try_at = Math.min(clock.now() + waitsFor, row.expires_at);
  await updateMessage(tx, row.id, { state: "accepted", next_try_at });
}

/** Tries again later. Codes go to the next channel soon, because their readers wait. */
async function pause(tx: Writer, shop: Shop, row: MessageRow, reason: string) {
  const now = shop.clock.now();
  const isCode = !messageKinds[row.kind].mayRepeat;
  if (isCode && row.tries >= CODE_TRIES) return tryNextChannel(tx, shop, row, reason);
  const wait = isCode ? CODE_PAUSE_MS : Math.min(FIRST_PAUSE_MS * 2 ** (row.tries - 1), LONGEST_PAUSE_MS);
  const fall_back_at = row.fall_back_at ?? now + shop.tenant.messages.smsAfterMinutes * 60_000;
  await updateMessage(tx, row.id, { state: "waiting", reason, next_try_at: now + wait, fall_back_at });
}
