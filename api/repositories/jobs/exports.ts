import type { Writer } from "../../db/database.ts";

/** The kinds of jobs that write lists with people as files. */
export const EXPORT_KINDS = ["orders.export", "shoppers.export"] as const;

const PROBLEM = "A shopper was erased, so the file of this job was deleted. Start it again from the list.";

/** Cancels exports that run, or whose files still exist: they may contain data of an erased person. */
export const cancelExports = (tx: Writer, now: number) =>
  tx
    .updateTable("jobs")
    .set(({ fn, val }) => ({
      state: "cancelled",
      problem: PROBLEM,
      clean_at: now,
      finished_at: fn.coalesce("finished_at", val(now)),
    }))
    .where("kind", "in", EXPORT_KINDS)
    .where(({ eb, or, and }) =>
      or([eb("state", "=", "running"), and([eb("state", "=", "done"), eb("clean_at", "is not", null)])]),
    )
    .execute();
