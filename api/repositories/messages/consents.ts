import type { Selectable } from "kysely";

import type { Channel } from "../../../config/brand/messages.ts";
import type { Reader, Writer } from "../../db/database.ts";
import type { MessageTables } from "../../db/schema-messages.ts";
import { randomId } from "../../domain/tokens.ts";

export type ConsentRow = Selectable<MessageTables["phone_consents"]>;

/** `now`: the time (ms) of the word. */
export type Said = Pick<ConsentRow, "phone" | "channel" | "user_id" | "source" | "text"> & { now: number };

/** Records the consent to a channel, with the sentence that the person read. */
export const giveConsent = (tx: Writer, { now, ...said }: Said) =>
  tx
    .insertInto("phone_consents")
    .values({ ...said, id: randomId(), given_at: now, withdrawn_at: null })
    .execute();

/** Records a withdrawal. */
export const withdrawConsent = (tx: Writer, { now, ...said }: Said) =>
  tx
    .insertInto("phone_consents")
    .values({ ...said, id: randomId(), given_at: null, withdrawn_at: now })
    .execute();

/**
 * Ends each consent of a number, because somebody else has the number from now on. The row stays as proof of the past. It counts as no
 * word any more, not as a withdrawal: no word of the new owner exists, and an SMS about their own order needs no consent.
 */
export const endConsents = (tx: Writer, phone: string, now: number) =>
  tx
    .updateTable("phone_consents")
    .set({ withdrawn_at: now })
    .where("phone", "=", phone)
    .where("given_at", "is not", null)
    .where("withdrawn_at", "is", null)
    .execute();

/** True if this STOP, of this time, is recorded already. */
export async function hasStopped(db: Reader, { phone, channel, now }: Pick<Said, "phone" | "channel" | "now">) {
  const row = await db
    .selectFrom("phone_consents")
    .select("id")
    .where("phone", "=", phone)
    .where("channel", "=", channel)
    .where("source", "=", "reply")
    .where("withdrawn_at", "=", now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest word of a number on a channel: given, withdrawn, or none. */
export const findConsent = async (db: Reader, phone: string, channel: Channel) =>
  (await findNewestConsent(db, phone, channel))?.word ?? "none";

type NewestConsent = Pick<ConsentRow, "source"> & { word: "given" | "withdrawn"; at: number };

/** The newest word of a number on a channel, with its source and time (ms); undefined if there is none, or it has ended. */
export async function findNewestConsent(
  db: Reader,
  phone: string,
  channel: Channel,
): Promise<NewestConsent | undefined> {
  const row = await db
    .selectFrom("phone_consents")
    .select(["given_at", "withdrawn_at", "source"])
    .where("phone", "=", phone)
    .where("channel", "=", channel)
    .orderBy((column) => column.fn.coalesce("given_at", "withdrawn_at"), "desc")
    .orderBy((column) => column("withdrawn_at", "is", null)) // at the same moment a withdrawal counts
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { given_at, withdrawn_at, source } = row;
  if (given_at === null) return { word: "withdrawn", at: withdrawn_at!, source };
  return withdrawn_at === null ? { word: "given", at: given_at, source } : undefined;
}
