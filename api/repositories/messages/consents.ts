import type { Selectable } from "kysely";

import type { Channel } from "../../../config/brand/messages.ts";
import type { Reader, Writer } from "../../db/database.ts";
import type { MessageTables } from "../../db/schema-messages.ts";
import { randomId } from "../../domain/tokens.ts";

export type ConsentRow = Selectable<MessageTables["phone_consents"]>;

type Said = Pick<ConsentRow, "phone" | "channel" | "user_id" | "source" | "text"> & { now: number };

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

/** The newest word of a number on a channel. */
export async function findConsent(
  db: Reader,
  phone: string,
  channel: Channel,
): Promise<"given" | "withdrawn" | "none"> {
  const row = await db
    .selectFrom("phone_consents")
    .select(["given_at", "withdrawn_at"])
    .where("phone", "=", phone)
    .where("channel", "=", channel)
    .orderBy((column) => column.fn.coalesce("given_at", "withdrawn_at"), "desc")
    .orderBy((column) => column("withdrawn_at", "is", null)) // at the same moment a withdrawal counts
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return "none";
  return row.withdrawn_at === null ? "given" : "withdrawn";
}
