import type { Channel } from "../../config/brand/messages.ts";
import type { Writer } from "../db/database.ts";
import { bestState } from "../domain/messages/message-states.ts";
import { listSendings, type MessageRow, updateMessage } from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";
import { messageKinds } from "./kinds.ts";
import { channelsFor } from "./templates.ts";
import { listUsable } from "./usable-channels.ts";

/** Continues a message on the next channel. Without one it keeps its best report. */
export async function tryNextChannel(tx: Writer, shop: Shop, row: MessageRow, reason: string): Promise<void> {
  const next = await findNextChannel(tx, shop, row);
  if (next !== undefined) {
    const now = shop.clock.now();
    const change = { channel: next, state: "waiting", tries: 0, next_try_at: now, fall_back_at: null, reason } as const;
    return void (await updateMessage(tx, row.id, change));
  }
  await keepBestReport(tx, shop, row, reason);
}

/**
 * The channel after the present one on which the message was not sent before. The shopper may have switched the present one off,
 * so its place is that among all channels of the brand.
 */
export async function findNextChannel(tx: Writer, shop: Shop, row: MessageRow): Promise<Channel | undefined> {
  const all = channelsFor(shop.tenant, row.kind);
  const usable = await listUsable(tx, shop, row);
  const used = (await listSendings(tx, row.id)).map(({ channel }) => channel);
  const later = row.channel === null ? all : all.slice(all.indexOf(row.channel) + 1);
  return later.find((channel) => usable.includes(channel) && !used.includes(channel));
}

/**
 * Tries nothing more. The best report of all channels becomes the state of the message, until a better one comes or its time is
 * over. Without any the message fails, and then its kind decides what else to do.
 */
export async function keepBestReport(tx: Writer, shop: Shop, row: MessageRow, reason: string): Promise<void> {
  const best = await findBestReport(tx, row);
  if (best === undefined) return failMessage(tx, shop, row, reason);
  if (row.ended_at !== null) return void (await updateMessage(tx, row.id, { state: best, reason: null }));
  if (row.expires_at <= shop.clock.now()) return void (await endMessage(tx, shop, row, best, null));
  await updateMessage(tx, row.id, { state: best, next_try_at: row.expires_at, fall_back_at: null });
}

export const findBestReport = async (tx: Writer, { id }: Pick<MessageRow, "id">) =>
  bestState((await listSendings(tx, id)).map(({ state }) => state));

/** Ends a message that reached nobody. */
export async function failMessage(tx: Writer, shop: Shop, row: MessageRow, reason: string): Promise<void> {
  await messageKinds[row.kind].onFailed?.(tx, shop, row);
  await endMessage(tx, shop, row, "failed", reason);
}

/** Ends a message, and deletes its values. */
export const endMessage = (
  tx: Writer,
  { clock }: Pick<Shop, "clock">,
  { id }: Pick<MessageRow, "id">,
  state: MessageRow["state"],
  reason: string | null,
) =>
  updateMessage(tx, id, {
    state,
    reason,
    sealed: null,
    next_try_at: null,
    fall_back_at: null,
    ended_at: clock.now(),
  });
