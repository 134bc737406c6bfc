import { sendsToPhones } from "../../config/brand/channels.ts";
import { inLanguage } from "../../config/language/current.ts";
import { inSpan } from "../../config/process/tracing.ts";
import { runForRequest } from "../base/request-id.ts";
import type { Reader } from "../db/database.ts";
import { isErasedAddress } from "../domain/erased.ts";
import { takeFromShopDay } from "../limits/shop-quotas.ts";
import { countDueMail } from "../repositories/audit/census.ts";
import { markDelivered, type OutboxRow, takeDueMail } from "../repositories/mail/outbox.ts";
import type { Shop } from "../shop/shop.ts";
import { mailKinds } from "./kinds.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { languageOf } from "./letter/reader-language.ts";
import { openContents } from "./sealed-mail.ts";

/** Pause before the next try of a failed mail: a minute, doubled each time, at most six hours. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 60 * 60_000;
const BATCH = 50;

/**
 * Sends due mail, except gifts to phones (messages/hand-over-gifts.ts). If a sender dies, another one sends the mail again with the same message id, so each mail arrives at
 * least once.
 * @returns true when more may be due
 */
export async function deliverOutbox(shop: Shop, signal?: AbortSignal): Promise<boolean> {
  const { db, clock, mailer, tenant } = shop;
  const leavesPhones = sendsToPhones(tenant, "gift");
  for (let tried = 0; tried < BATCH && !signal?.aborted; tried++) {
    if (mailer.mayTry?.() === false) return false;
    const row = await db.transaction((tx) => takeDueMail(tx, { now: clock.now(), pauseAfter, leavesPhones }));
    if (row === undefined) return false;
    await runForRequest(row.request_id, () => deliver(shop, row));
  }
  return true;
}

async function deliver(shop: Shop, row: OutboxRow) {
  const { db, clock, log } = shop;
  const mail = { messageId: row.id, kind: row.kind, tries: row.tries };
  let notMailed: OutboxRow["not_mailed"];
  try {
    const attributes = { "awning.mail_kind": row.kind, "awning.request_id": row.request_id ?? undefined };
    notMailed = await inSpan({ name: "send mail", attributes }, () => send(shop, row));
  } catch (error) {
    log.error({ err: error, ...mail }, "mail not sent yet");
    return;
  }
  await db.transaction(async (tx) => {
    await markDelivered(tx, row.id, clock.now(), notMailed);
    if (notMailed === null) await takeFromShopDay(tx, shop, "mails");
  });
  if (notMailed === null) log.info(mail, "mail sent");
  else log.info({ ...mail, notMailed }, "no mail to send");
}

const pauseAfter = (tries: number) => Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);

/** The total wait of a mail after so many tries, from its first try to its next one (ms). */
export const pausesBefore = (tries: number) =>
  Array.from({ length: tries }, (_none, tried) => pauseAfter(tried)).reduce((total, pause) => total + pause, 0);

/**
 * Mail that has been due since `dueBy` (ms) or has failed before: the number of mails, and the time (ms) since which the oldest
 * waits; null if there is none.
 */
export async function countWaitingMail(db: Reader, dueBy: number): Promise<{ count: number; since: number | null }> {
  const mail = await countDueMail(db, { dueBy });
  const times = mail.map(({ nextTryAt, tries }) => nextTryAt - pausesBefore(tries));
  return {
    count: mail.reduce((total, { count }) => total + count, 0),
    since: times.length === 0 ? null : Math.min(...times),
  };
}

/** @returns why there is no mail to send; null if it was sent */
async function send(shop: Shop, row: OutboxRow): Promise<OutboxRow["not_mailed"]> {
  // The contents were encrypted for this kind (mail/sealed-mail.ts).
  const make = mailKinds[row.kind] as MailMaker<unknown>;
  const draft = await make(shop, { about: row.about, contents: openContents(shop, row) });
  const letter = draft && inLanguage(languageOf(shop.tenant, draft.reader), draft.compose);
  if (letter === undefined || isErasedAddress(letter.to)) return "nothing to send";
  if (letter.to === "") return "no address"; // of an account that a phone identifies
  await shop.mailer.send({ id: row.id, ...letter });
  return null;
}
