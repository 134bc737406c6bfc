import { createHash } from "node:crypto";

import type { Writer } from "../db/database.ts";
import { countInDay, takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { MessageRow } from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";
import { messageKinds } from "./kinds.ts";

/** Counts a message against the day of its number and of the shop; false if it must not be sent. */
export async function takeFromBudgets(tx: Writer, shop: Shop, { kind, phone }: Pick<MessageRow, "kind" | "phone">) {
  const { limits, clock, tenant } = shop;
  const { limit: name } = messageKinds[kind];
  if (name === "codesPerDay") return true; // counted when the code was asked for
  const number = createHash("sha256").update(phone).digest("base64url");
  if (!(await takeFromDay(tx, `message ${number}`, limits.messagesPerNumberAndDay, clock.now()))) return false;
  const limit = tenant.messages[name];
  const { used, endsAt } = await countInDay(tx, `shop messages ${name}`, clock.now());
  if (used === limit + 1) shop.alarms.raise({ tenantId: tenant.id, what: "messages", used, limit, endsAt });
  return used <= limit;
}
