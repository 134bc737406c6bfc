import type { Channel } from "../../../config/brand/messages.ts";
import type { Reader } from "../../db/database.ts";
import type { MessageRow, SendingRow } from "./messages.ts";

const SHOWN = [
  "id",
  "kind",
  "about",
  "phone",
  "language",
  "channel",
  "state",
  "reason",
  "copies",
  "created_at",
] as const;
export type ListedMessage = Pick<MessageRow, (typeof SHOWN)[number]>;

/** The newest messages to phones. */
export const listNewestMessages = (db: Reader, limit: number): Promise<ListedMessage[]> =>
  db.selectFrom("messages").select(SHOWN).orderBy("created_at", "desc").orderBy("id").limit(limit).execute();

/** The newest message of a kind about a subject. */
export const findMessageAbout = (
  db: Reader,
  { kind, about }: Pick<MessageRow, "kind" | "about">,
): Promise<ListedMessage | undefined> =>
  db.selectFrom("messages").select(SHOWN).where("about", "=", about).where("kind", "=", kind).executeTakeFirst();

/** The messages about an order and its gifts, also earlier ones: a row for each sending, and one for a message without any. */
export const listMessagesOfOrder = (db: Reader, orderId: string) =>
  db
    .selectFrom("messages")
    .leftJoin("message_sendings as sending", "sending.message_id", "messages.id")
    .select(["messages.id", "messages.kind", "messages.state", "messages.reason", "messages.created_at"])
    .select(["messages.ended_at", "sending.channel", "sending.state as sending_state"])
    .select(["sending.reason as sending_reason", "sending.changed_at"])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("messages.about", "=", orderId),
        eb("messages.earlier_about", "=", orderId),
        eb(
          "messages.about",
          "in",
          selectFrom("gift_links")
            .innerJoin("order_items", "order_items.id", "gift_links.order_item_id")
            .select("token_hash")
            .where("order_items.order_id", "=", orderId),
        ),
      ]),
    )
    .orderBy("messages.created_at")
    .orderBy("messages.id")
    .orderBy("sending.created_at")
    .execute();

type StateCount = { state: MessageRow["state"]; messages: number };

/** The messages since a moment (ms), by their present state. */
export const countMessagesByState = (db: Reader, since: number): Promise<StateCount[]> =>
  db
    .selectFrom("messages")
    .where("created_at", ">=", since)
    .select(({ fn }) => ["state", fn.countAll<number>().as("messages")])
    .groupBy("state")
    .orderBy("state")
    .execute();

type SendingCount = Pick<SendingRow, "channel" | "state"> & { messages: number; cost: number };

/** The sendings since a moment (ms), by channel and state. The cost is in hundredths of a paisa; a refused message has none. */
export const countSendings = (db: Reader, since: number): Promise<SendingCount[]> =>
  db
    .selectFrom("message_sendings")
    .where("changed_at", ">=", since) // is indexed, and never before created_at
    .where("created_at", ">=", since)
    .select((row) => [
      "channel",
      "state",
      row.fn.countAll<number>().as("messages"),
      row.fn
        .sum<number>(
          row
            .case()
            .when(
              row.or([
                row("state", "=", "sending"),
                row.and([row("state", "=", "failed"), row("provider_id", "is", null)]),
              ]),
            )
            .then(0)
            .else(row.ref("cost"))
            .end(),
        )
        .as("cost"),
    ])
    .groupBy(["channel", "state"])
    .orderBy("channel")
    .orderBy("state")
    .execute();

type FailureCount = Pick<SendingRow, "fault" | "reason"> & {
  channel: Channel | null;
  messages: number;
  last_at: number;
};

/** The failures since a moment (ms) by reason, the latest first; `channel` is null for messages that no channel took. */
export async function listFailures(db: Reader, since: number, limit: number): Promise<FailureCount[]> {
  const failed = await db
    .selectFrom("message_sendings")
    .where("changed_at", ">=", since)
    .where("state", "=", "failed")
    .select(({ fn }) => [
      "channel",
      "fault",
      "reason",
      fn.countAll<number>().as("messages"),
      fn.max("changed_at").as("last_at"),
    ])
    .groupBy(["channel", "fault", "reason"])
    .orderBy("last_at", "desc")
    .limit(limit)
    .execute();
  const untaken = await db
    .selectFrom("messages")
    .where("created_at", ">=", since)
    .where("state", "=", "failed")
    .where("channel", "is", null)
    .select(({ fn }) => ["reason", fn.countAll<number>().as("messages"), fn.max("created_at").as("last_at")])
    .groupBy("reason")
    .orderBy("last_at", "desc")
    .limit(limit)
    .execute();
  return [...failed, ...untaken.map((row) => ({ ...row, channel: null, fault: null }))]
    .sort((one, other) => other.last_at - one.last_at)
    .slice(0, limit);
}

/** The time of the last report on a channel that a message was sent, delivered or read, since a moment (ms). */
export async function findLastReceipts(db: Reader, since: number): Promise<Partial<Record<Channel, number>>> {
  const rows = await db
    .selectFrom("message_sendings")
    .where("changed_at", ">=", since)
    .where("state", "in", ["sent", "delivered", "read"])
    .select(({ fn }) => ["channel", fn.max("changed_at").as("at")])
    .groupBy("channel")
    .execute();
  return Object.fromEntries(rows.map(({ channel, at }) => [channel, at]));
}
