import { randomId } from "../domain/tokens.ts";
import type { Selectable } from "kysely";
import type { Writer } from "../db/database.ts";
import { forUpdateSkipLocked } from "../db/locks.ts";
import type { OrderTables } from "../db/schema-orders.ts";

export type OutboxRow = Selectable<OrderTables["outbox"]>;

/** Queues an order's message in the transaction that causes it; each kind once for each order. */
export const queueMessage = (tx: Writer, kind: OutboxRow["kind"], orderId: string, now: number) =>
  tx
    .insertInto("outbox")
    .values({
      id: randomId(),
      kind,
      order_id: orderId,
      next_try_at: now,
      delivered_at: null,
      created_at: now,
      tries: 0,
    })
    .onConflict((conflict) => conflict.columns(["order_id", "kind"]).doNothing())
    .execute();

/**
 * Takes the next due message; no other worker takes it for `pauseAfter(tries)` ms, then it is due again, so that a message
 * whose sender failed or died is sent by another one.
 */
export async function takeDueMessage(tx: Writer, now: number, pauseAfter: (tries: number) => number) {
  const row = await tx
    .selectFrom("outbox")
    .selectAll()
    .where("delivered_at", "is", null)
    .where("next_try_at", "<=", now)
    .orderBy("next_try_at")
    .limit(1)
    .$call(forUpdateSkipLocked(tx))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const next = { tries: row.tries + 1, next_try_at: now + pauseAfter(row.tries) };
  await tx.updateTable("outbox").set(next).where("id", "=", row.id).execute();
  return { ...row, ...next };
}

export const markDelivered = (tx: Writer, id: string, now: number) =>
  tx.updateTable("outbox").set({ delivered_at: now }).where("id", "=", id).execute();
