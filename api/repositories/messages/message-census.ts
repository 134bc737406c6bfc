import { sql } from "kysely";

import type { Channel } from "../../../config/brand/messages.ts";
import { compileQuery } from "../../db/compiled-query.ts";

// Each query reads an index of recent or open rows, as those of repositories/audit/census.ts do.

/** Messages that are due or have failed before, and the time (ms) since which the first of them waits; null for none. */
export const countWaitingMessages = compileQuery<{ now: number }, { count: number; since: number | null }>(
  (db, param) =>
    db
      .selectFrom("messages")
      .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min<number | null>("created_at").as("since")])
      .where("next_try_at", "<=", param("now"))
      .where("state", "in", [sql.lit("waiting" as const), sql.lit("sending" as const)]),
);

/** By channel: messages that a provider accepted between two times (ms), and those of them that it has reported about. */
export const countReports = compileQuery<
  { from: number; to: number },
  { channel: Channel; accepted: number; reported: number }
>((db, param) =>
  db
    .selectFrom("message_sendings")
    .select(({ fn }) => [
      "channel",
      fn.countAll<number>().as("accepted"),
      sql<number>`sum(case when state = 'accepted' then 0 else 1 end)`.as("reported"),
    ])
    .where("changed_at", ">", param("from"))
    .where("changed_at", "<=", param("to"))
    .where("provider", "<>", sql.lit("outbox"))
    .where("state", "<>", sql.lit("sending" as const))
    .groupBy("channel"),
);
