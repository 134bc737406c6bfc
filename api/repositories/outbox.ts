import type { Selectable } from "kysely";

import type { Writer } from "../db/database.ts";
import { forUpdateSkipLocked } from "../db/locks.ts";
import type { AccountTables } from "../db/schema-accounts.ts";
import { randomId } from "../domain/tokens.ts";
import { currentRequestId } from "../request-id.ts";

export type OutboxRow = Selectable<AccountTables["outbox"]>;

type NewMail = {
  kind: OutboxRow["kind"];
  /** The id of what it is about, such as an order: each kind is sent once about each. */
  about: string;
  /** By queueSealedMail (mail/sealed-mail.ts). */
  sealed?: string;
  /** From then on it is of no use (ms). */
  expiresAt?: number;
  /** When it is to go; absent: now (ms). */
  dueAt?: number;
  now: number;
};

/** Queues a mail in the transaction that causes it. */
export const queueMail = (tx: Writer, { kind, about, sealed, expiresAt, now, dueAt = now }: NewMail) =>
  tx
    .insertInto("outbox")
    .values({
      id: randomId(),
      kind,
      about,
      sealed: sealed ?? null,
      tries: 0,
      next_try_at: dueAt,
      expires_at: expiresAt ?? null,
      delivered_at: null,
      created_at: now,
      request_id: currentRequestId() ?? null,
    })
    .onConflict((conflict) => conflict.columns(["about", "kind"]).doNothing())
    .execute();

/** News that many get at once: all other mail goes before it, since somebody waits for a code or a voucher. */
const NEWS: OutboxRow["kind"][] = ["back-in-stock", "coins-lapse"];

/**
 * Takes the next due mail; no other worker takes it for `pauseAfter(tries)` ms, then it is due again, so that a mail
 * whose sender failed or died is sent by another one. What has run out is dropped, with what it held.
 */
export async function takeDueMail(tx: Writer, now: number, pauseAfter: (tries: number) => number) {
  await tx.deleteFrom("outbox").where("expires_at", "<=", now).execute();
  const row = await tx
    .selectFrom("outbox")
    .selectAll()
    .where("delivered_at", "is", null)
    .where("next_try_at", "<=", now)
    .orderBy((row) => row("kind", "in", NEWS))
    .orderBy("next_try_at")
    .limit(1)
    .$call(forUpdateSkipLocked(tx))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const next = { tries: row.tries + 1, next_try_at: now + pauseAfter(row.tries) };
  await tx.updateTable("outbox").set(next).where("id", "=", row.id).execute();
  return { ...row, ...next };
}

/** Notes that a mail has gone, and forgets what was sealed for it. */
export const markDelivered = (tx: Writer, id: string, now: number) =>
  tx.updateTable("outbox").set({ delivered_at: now, sealed: null }).where("id", "=", id).execute();
