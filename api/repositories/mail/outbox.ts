import { type ExpressionBuilder, type Selectable, sql } from "kysely";

import { currentRequestId } from "../../base/request-id.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { forUpdateSkipLocked } from "../../db/locks.ts";
import type { Schema } from "../../db/schema.ts";
import type { AccountTables } from "../../db/schema-accounts.ts";
import { randomId } from "../../domain/tokens.ts";

export type OutboxRow = Selectable<AccountTables["outbox"]>;

type NewMail = {
  kind: OutboxRow["kind"];
  /** The id of its subject, such as an order. Each kind is sent once for each subject. */
  about: string;
  /** Set by queueSealedMail (mail/sealed-mail.ts). */
  sealed?: string;
  /** The time at which an unsent mail is dropped (ms). */
  expiresAt?: number;
  /** The due time of the mail (ms); defaults to now. */
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

/**
 * Queues a mail once more, under a new message id: mail servers drop a second mail with the old one. A sent mail stays in the
 * outbox as an earlier one about the same subject.
 */
export async function queueMailAgain(tx: Writer, mail: NewMail) {
  const { about, kind } = mail;
  await tx
    .updateTable("outbox")
    .set(({ ref }) => ({ about: ref("id"), earlier_about: about }))
    .where("about", "=", about)
    .where("kind", "=", kind)
    .where("delivered_at", "is not", null)
    .execute();
  await tx.deleteFrom("outbox").where("about", "=", about).where("kind", "=", kind).execute();
  await queueMail(tx, mail);
}

/** Bulk mail goes after all other mail, because shoppers wait for codes and vouchers. */
const NEWS: OutboxRow["kind"][] = ["back-in-stock", "coins-lapse", "card-expiry"];

/** The link of a mail, if it opens a gift that goes to a phone. Read by its key: the links of past gifts stay, and grow. */
const linkToPhone = (db: ExpressionBuilder<Schema, "outbox">) =>
  db
    .selectFrom("gift_links")
    .innerJoin("gifts", "gifts.order_item_id", "gift_links.order_item_id")
    .select("gift_links.token_hash")
    .whereRef("gift_links.token_hash", "=", "outbox.about")
    .where("gift_links.is_mailed", "=", 0)
    .where("gifts.recipient_phone", "is not", null);

/** Locks the next due gift to a phone. Other workers skip it. */
export const lockDueGift = (tx: Writer, now: number): Promise<OutboxRow | undefined> =>
  tx
    .selectFrom("outbox")
    .selectAll()
    .where("kind", "=", "gift")
    .where("delivered_at", "is", null)
    .where("next_try_at", "<=", now)
    .where((mail) => mail.exists(linkToPhone(mail)))
    .orderBy("next_try_at")
    .limit(1)
    .$call(forUpdateSkipLocked(tx))
    .executeTakeFirst();

type Lease = {
  now: number;
  pauseAfter(tries: number): number;
  /** True for a brand that sends gifts to phones: lockDueGift takes these. */
  leavesPhones?: boolean;
};

/**
 * Leases the next due mail for `pauseAfter(tries)` ms. During the lease no other worker takes it; afterwards another one retries
 * it if its sender failed or died. Expired mail is deleted.
 */
export async function takeDueMail(tx: Writer, { now, pauseAfter, leavesPhones = false }: Lease) {
  await tx.deleteFrom("outbox").where("expires_at", "<=", now).execute();
  const row = await tx
    .selectFrom("outbox")
    .selectAll()
    .where("delivered_at", "is", null)
    .where("next_try_at", "<=", now)
    .$if(leavesPhones, (mails) =>
      mails.where((mail) => mail.or([mail("kind", "<>", "gift"), mail.not(mail.exists(linkToPhone(mail)))])),
    )
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

/** Marks a mail as delivered and deletes its encrypted data. */
export const markDelivered = (tx: Writer, id: string, now: number, notMailed: OutboxRow["not_mailed"] = null) =>
  tx
    .updateTable("outbox")
    .set({ delivered_at: now, sealed: null, not_mailed: notMailed })
    .where("id", "=", id)
    .execute();

const SEPARATOR = ":";

/**
 * The mail about a refund. Version 0.2.0 supports only the first of each order, and would treat another one of this kind as sent.
 * A mail of an unknown kind waits for this version.
 */
export const mailAboutRefund = (orderId: string, number: number) =>
  number === 1
    ? { kind: "refund" as const, about: orderId }
    : { kind: "further-refund" as const, about: `${orderId}${SEPARATOR}${number}` };

/** The order and the number of the refund of such a mail. */
export function readRefundSubject(about: string): { orderId: string; number: number } {
  const [orderId, number = "1"] = about.split(SEPARATOR);
  return { orderId: orderId!, number: Number(number) };
}

/** The subjects of mails about refunds after an order's first. */
export const selectRefundSubjects = (db: Reader) =>
  db
    .selectFrom("refunds")
    .select(sql<string>`order_id || ${sql.lit(SEPARATOR)} || number`.as("id"))
    .where("number", ">", 1);
