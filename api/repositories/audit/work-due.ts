import { sql } from "kysely";

import { compileQuery } from "../../db/compiled-query.ts";
import type { Reader } from "../../db/database.ts";
import { UNKNOWN_PAYMENT } from "../../domain/webhooks.ts";

// Each part reads an index of open rows, as the queries of census.ts do.

export type DueWork = "jobs" | "events" | "webhooks" | "refunds";

/**
 * The open work for workers: the count of each kind, and the time (ms) since which the first of it has waited; null if none
 * waits.
 */
export const countDueWork = compileQuery<{ now: number }, { work: DueWork; count: number; since: number | null }>(
  (db, param) =>
    selectJobs(db)
      .select(({ fn, ref }) => [
        sql<DueWork>`'jobs'`.as("work"),
        fn.countAll<number>().as("count"),
        // A job that a process works on does not wait. Its wait begins when its claim ends.
        sql<number | null>`min(case when ${ref("claimed_until")} > ${param("now")} then null
          when ${ref("claimed_until")} > ${ref("created_at")} then ${ref("claimed_until")}
          else ${ref("created_at")} end)`.as("since"),
      ])
      .unionAll(
        selectEvents(db).select(({ fn }) => [
          sql<DueWork>`'events'`.as("work"),
          fn.countAll<number>().as("count"),
          fn.min<number | null>("created_at").as("since"),
        ]),
      )
      .unionAll(
        selectWebhooks(db).select(({ fn }) => [
          sql<DueWork>`'webhooks'`.as("work"),
          fn.countAll<number>().as("count"),
          fn.min<number | null>("received_at").as("since"),
        ]),
      )
      .unionAll(
        selectRefunds(db).select(({ fn, ref }) => [
          sql<DueWork>`'refunds'`.as("work"),
          fn.countAll<number>().as("count"),
          // A refund that the gateway has taken is on its way for days.
          sql<number | null>`min(case when ${ref("state")} = 'due' then ${ref("created_at")} end)`.as("since"),
        ]),
      ),
);

// Literals, not values: only then do both databases use the indexes of open rows.
const [QUEUED, RUNNING] = [sql.lit("queued" as const), sql.lit("running" as const)];
const [WAITING, DELIVERED] = [sql.lit("waiting" as const), sql.lit("delivered" as const)];
/** A time before all others. In an index that holds all rows, only a range finds those with a time. */
const NEVER = sql.lit<number>(0);

const selectJobs = (db: Reader) => db.selectFrom("jobs").where("state", "in", [QUEUED, RUNNING]);

/** Deliveries to come. An endpoint that a member has paused waits on purpose. */
const selectEvents = (db: Reader) =>
  db
    .selectFrom("event_deliveries")
    .where("endpoint_id", "in", (query) =>
      query
        .selectFrom("event_endpoints")
        .select("event_endpoints.id")
        .where((where) => where.or([where("paused_at", "is", null), where("problem", "is not", null)])),
    )
    .where("state", "=", WAITING)
    .where("state", "<>", DELIVERED); // for the index

/** Notifications to process. Those of another shop at the same gateway are tried again, too, but cannot succeed. */
const selectWebhooks = (db: Reader) =>
  db
    .selectFrom("webhooks")
    .where("next_try_at", ">", NEVER)
    .where((where) => where.or([where("outcome", "is", null), where("outcome", "<>", UNKNOWN_PAYMENT)]));

/** Refunds to request from the gateway, or to query. */
const selectRefunds = (db: Reader) => db.selectFrom("payment_refunds").where("next_try_at", ">", NEVER);
