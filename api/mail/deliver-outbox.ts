import { takeFromShopDay } from "../limits/shop-quotas.ts";
import { markDelivered, type OutboxRow, takeDueMail } from "../repositories/outbox.ts";
import { runForRequest } from "../request-id.ts";
import type { Shop } from "../shop.ts";
import { mailKinds } from "./kinds.ts";
import type { MailMaker } from "./mail-maker.ts";
import { openContents } from "./sealed-mail.ts";

/** Pause before the next try of a mail that could not be sent: a minute, doubled each time, at most six hours. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 60 * 60_000;
const BATCH = 50;

/**
 * Sends mail that is due. One whose sender dies is sent again, under the same message id, so each arrives at least once.
 * @returns true when more may be due
 */
export async function deliverOutbox(shop: Shop, signal?: AbortSignal): Promise<boolean> {
  const { db, clock, mailer } = shop;
  for (let tried = 0; tried < BATCH && !signal?.aborted; tried++) {
    if (mailer.mayTry?.() === false) return false;
    const row = await db.transaction((tx) => takeDueMail(tx, clock.now(), pauseAfter));
    if (row === undefined) return false;
    await runForRequest(row.request_id, () => deliver(shop, row));
  }
  return true;
}

async function deliver(shop: Shop, row: OutboxRow) {
  const { db, clock, log } = shop;
  const mail = { messageId: row.id, kind: row.kind, tries: row.tries };
  try {
    await send(shop, row);
  } catch (error) {
    log.error({ err: error, ...mail }, "mail could not be sent yet");
    return;
  }
  await db.transaction(async (tx) => {
    await markDelivered(tx, row.id, clock.now());
    await takeFromShopDay(tx, shop, "mails");
  });
  log.info(mail, "mail sent");
}

const pauseAfter = (tries: number) => Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);

async function send(shop: Shop, row: OutboxRow) {
  // Sealed for this very kind (mail/sealed-mail.ts).
  const make = mailKinds[row.kind] as MailMaker<unknown>;
  const letter = await make(shop, { about: row.about, contents: openContents(shop, row) });
  if (letter !== undefined) await shop.mailer.send({ id: row.id, ...letter });
}
