import { createHash } from "node:crypto";

import type { Writer } from "../db/database.ts";
import { giveBackToDay, takeUpTo } from "../repositories/limits/daily-quotas.ts";
import type { MessageRow } from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";
import { messageKinds } from "./kinds.ts";

type Counted = Pick<MessageRow, "kind" | "phone">;

/** The budget of all codes of a shop. The request for a code takes its first sending from it. */
export const ALL_CODES = "shop phone-codes";

const ofShop = ({ kind }: Counted) =>
  messageKinds[kind].limit === "codesPerDay" ? ALL_CODES : `shop messages ${messageKinds[kind].limit}`;
const ofNumber = ({ phone }: Counted) => `message ${createHash("sha256").update(phone).digest("base64url")}`;
const isCode = ({ kind }: Counted) => messageKinds[kind].limit === "codesPerDay";

/**
 * Counts one sending on one channel against the day of its number and of the shop, because each costs money. False if it must not
 * be sent. Codes of a number are counted when they are requested.
 */
export async function takeFromBudgets(tx: Writer, shop: Shop, row: Pick<MessageRow, "kind" | "phone" | "channel">) {
  const { limits, clock, tenant } = shop;
  if (isCode(row) && row.channel === null) return true;
  const now = clock.now();
  if (!isCode(row) && (await takeUpTo(tx, ofNumber(row), limits.messagesPerNumberAndDay, now)) !== false) return false;
  const limit = tenant.messages[messageKinds[row.kind].limit];
  const endsAt = await takeUpTo(tx, ofShop(row), limit, now);
  if (endsAt === false) return true;
  if (!isCode(row)) await giveBackToDay(tx, ofNumber(row), now);
  const what = isCode(row) ? "phoneCodes" : "messages";
  shop.alarms.raise({ tenantId: tenant.id, what, used: limit + 1, limit, endsAt });
  return false;
}

/** Gives back a sending that the provider has refused: it costs nothing. @param triedAt the time (ms) of the try */
export async function giveBackToBudgets(tx: Writer, row: Counted & Pick<MessageRow, "created_at">, triedAt: number) {
  if (isCode(row)) return giveBackToDay(tx, ALL_CODES, row.created_at);
  await giveBackToDay(tx, ofNumber(row), triedAt);
  await giveBackToDay(tx, ofShop(row), triedAt);
}
