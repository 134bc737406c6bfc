import type { Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import { randomId } from "../../domain/tokens.ts";

type Note = { id: string; orderId: string; author: string; text: string; now: number };

/** Stores a note; a known id belongs to the same form, sent twice. */
export const insertNote = (tx: Writer, { id, orderId, author, text, now }: Note) =>
  tx
    .insertInto("order_notes")
    .values({ id, order_id: orderId, author, text, created_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();

/** Records that a member of the staff sees a card's code. */
export const insertReveal = (tx: Writer, voucherId: string, member: string, now: number) =>
  tx
    .insertInto("voucher_reveals")
    .values({ id: randomId(), voucher_id: voucherId, revealed_at: now, member })
    .execute();

/** Locks an order's lines, so that no card is issued to them, and counts their cards. */
export async function lockLines(tx: Writer, orderId: string) {
  const lines = await tx
    .selectFrom("order_items")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("id")
    .$call(forUpdate(tx))
    .execute();
  const counts = await tx
    .selectFrom("vouchers")
    .select(({ fn }) => ["order_item_id", fn.countAll<number>().as("had")])
    .where(
      "order_item_id",
      "in",
      lines.map(({ id }) => id),
    )
    .groupBy("order_item_id")
    .execute();
  const had = new Map(counts.map((count) => [count.order_item_id, Number(count.had)]));
  return lines.map((line) => ({ ...line, had: had.get(line.id) ?? 0 }));
}

/** Counts cards of a line that were refunded and did not go back to stock. */
export const addRefundedCards = (tx: Writer, lineId: string, count: number) =>
  tx
    .updateTable("order_items")
    .set(({ eb }) => ({ refunded: eb("refunded", "+", count) }))
    .where("id", "=", lineId)
    .execute();

/** Ends a line's wait for suppliers: supply orders that were never sent are dropped, and cards that still arrive go to stock. */
export async function stopWaiting(tx: Writer, orderItemIds: string[]) {
  const ofLines = tx.updateTable("supply_orders").where("order_item_id", "in", orderItemIds);
  await ofLines
    .set({ state: "refused", next_try_at: null, reason: "cancelled" })
    .where("state", "=", "ready")
    .execute();
  await ofLines.set({ state: "late" }).where("state", "=", "asked").execute();
}
