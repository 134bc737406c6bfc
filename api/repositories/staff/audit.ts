import type { StaffReader } from "../../db/staff-schema.ts";

export type AuditFilter = {
  /** Absent: all, also entries of no brand. */
  brands?: readonly string[];
  actor?: string;
  act?: string;
  subject?: string;
  since?: number;
  until?: number;
  /** Entries before this number. */
  before?: number;
  limit: number;
};

export type AuditEntry = Awaited<ReturnType<typeof listAudit>>[number];

/** Newest first. */
export const listAudit = (db: StaffReader, filter: AuditFilter) => {
  const { brands, actor, act, subject, since, until, before, limit } = filter;
  return db
    .selectFrom("audit")
    .selectAll()
    .$if(brands !== undefined, (query) => query.where("brand", "in", [...brands!]))
    .$if(actor !== undefined, (query) => query.where("actor", "=", actor!))
    .$if(act !== undefined, (query) => query.where("act", "like", `${escapeLike(act!)}%`))
    .$if(subject !== undefined, (query) => query.where("subject", "=", subject!))
    .$if(since !== undefined, (query) => query.where("at", ">=", since!))
    .$if(until !== undefined, (query) => query.where("at", "<", until!))
    .$if(before !== undefined, (query) => query.where("number", "<", before!))
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
};

/** Acts hold letters, dots and dashes only; anything else finds nothing. */
const escapeLike = (text: string) => text.replaceAll(/[^\w.-]|_/g, "?");
