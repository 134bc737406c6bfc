import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdateSkipLocked } from "../../db/locks.ts";
import type { OrderTables } from "../../db/schema-orders.ts";
import { findReceivedPayment, receivedEventId } from "./payments.ts";

export type Webhook = Selectable<OrderTables["webhooks"]>;

/** Stores a notification; false if the event is stored already. */
export async function insertWebhook(tx: Writer, webhook: Webhook): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("webhooks")
    .values(webhook)
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const getWebhookOfEvent = (db: Reader, eventId: string): Promise<Webhook> =>
  db.selectFrom("webhooks").selectAll().where("event_id", "=", eventId).executeTakeFirstOrThrow();

/** Takes the next due notification, for `leaseMs`. */
export async function takeDueWebhook(tx: Writer, now: number, leaseMs: number): Promise<Webhook | undefined> {
  const webhook = await tx
    .selectFrom("webhooks")
    .selectAll()
    .where("next_try_at", "<=", now)
    .orderBy("next_try_at")
    .limit(1)
    .$call(forUpdateSkipLocked(tx))
    .executeTakeFirst();
  if (webhook === undefined) return undefined;
  const taken = { tries: webhook.tries + 1, next_try_at: now + leaseMs };
  await updateWebhook(tx, webhook.id, taken);
  return { ...webhook, ...taken };
}

type Change = Partial<Pick<Webhook, "outcome" | "order_id" | "tries" | "next_try_at" | "awaited_payment">>;

export const updateWebhook = (tx: Writer, id: string, change: Change) =>
  tx.updateTable("webhooks").set(change).where("id", "=", id).execute();

/** The notifications that came before the payment of this event. */
export const listWebhooksAwaiting = (db: Reader, paymentEventId: string): Promise<Webhook[]> =>
  db.selectFrom("webhooks").selectAll().where("awaited_payment", "=", paymentEventId).execute();

/** True while a dispute or refund of the order's payment is reported and not booked yet. */
export async function hasEarlyWebhook(db: Reader, gateway: string, orderId: string): Promise<boolean> {
  const id = (await findReceivedPayment(db, orderId))?.gateway_payment_id ?? null;
  if (id === null) return false;
  const early = await listWebhooksAwaiting(db, receivedEventId(gateway, id));
  return early.some(({ next_try_at: next }) => next !== null);
}

type WebhookPage = {
  limit: number;
  /** The last one of the page before. */
  after?: { value: number; id: string };
  /** Null for those that wait to be processed. */
  outcome?: string | null;
};

/** Notifications, newest first. */
export const listWebhooks = (db: Reader, { limit, after, outcome }: WebhookPage): Promise<Webhook[]> =>
  db
    .selectFrom("webhooks")
    .selectAll()
    .$if(outcome === null, (query) => query.where("outcome", "is", null))
    .$if(typeof outcome === "string", (query) => query.where("outcome", "=", outcome!))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple("received_at", "id"), "<", tuple(after!.value, after!.id))),
    )
    .orderBy("received_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

export const findWebhook = (db: Reader, id: string): Promise<Webhook | undefined> =>
  db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();

/** Whether a notification came at `before` (ms) or earlier. */
export const hasOldWebhook = async (db: Reader, before: number): Promise<boolean> =>
  (await db.selectFrom("webhooks").select("id").where("received_at", "<=", before).limit(1).execute()).length > 0;

/** Deletes notifications that came at `before` (ms) or earlier. */
export const deleteOldWebhooks = (tx: Writer, before: number) =>
  tx.deleteFrom("webhooks").where("received_at", "<=", before).execute();

/** The numbers of the orders that notifications were about, by their ids. */
export async function numbersOfOrders(db: Reader, webhooks: Webhook[]): Promise<Map<string, string>> {
  const ids = webhooks.flatMap(({ order_id }) => order_id ?? []);
  if (ids.length === 0) return new Map();
  const orders = await db.selectFrom("orders").select(["id", "order_number"]).where("id", "in", ids).execute();
  return new Map(orders.map(({ id, order_number }) => [id, order_number]));
}
