import { sql } from "kysely";

import { bytewise } from "../../db/migrations/columns.ts";
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

/**
 * Newest first. SQLite keeps no statistics, and would read a million entries of a brand for a few of a person. So one filter uses
 * its index: a rare action, else the subject, else the person. The others only check its results.
 */
export async function listAudit(db: StaffReader, filter: AuditFilter) {
  const { act } = filter;
  const isRare = act !== undefined && (await isActRare(db, act));
  return selectAudit(db, filter, isRare).execute();
}

/** @param isRare true if few entries have the action; else the newest entries are read until enough have it */
export function selectAudit(db: StaffReader, filter: AuditFilter, isRare: boolean) {
  const { brands, actor, act, subject, since, until, before, limit } = filter;
  const lookAt = (column: "brand" | "actor" | "subject", isOther: boolean) =>
    isOther ? sql<string>`(${sql.ref(column)} || '')` : sql.ref<string>(column);
  const isSubject = subject !== undefined;
  return db
    .selectFrom("audit")
    .selectAll()
    .$if(brands !== undefined, (query) =>
      query.where(lookAt("brand", isRare || isSubject || actor !== undefined), "in", [...brands!]),
    )
    .$if(actor !== undefined, (query) => query.where(lookAt("actor", isRare || isSubject), "=", actor!))
    .$if(act !== undefined, (query) => query.where(beginsWith(db, act!, isRare)))
    .$if(isSubject, (query) => query.where(lookAt("subject", isRare), "=", subject!))
    .$if(since !== undefined, (query) => query.where("at", ">=", since!))
    .$if(until !== undefined, (query) => query.where("at", "<", until!))
    .$if(before !== undefined, (query) => query.where("number", "<", before!))
    .orderBy(isRare ? sql`number + 0` : sql.ref("number"), "desc")
    .limit(limit);
}

/** Failed backups among the newest are few. */
const BACKUPS_READ = 50;

/** When the last backup of a brand began that has not failed (ms); null if none is in the audit. */
export async function findLastBackup(db: StaffReader, brand: string): Promise<number | null> {
  const entries = await listAudit(db, { brands: [brand], act: "backup", limit: BACKUPS_READ });
  const last = entries.find(({ act }, index) => act === "backup" && entries[index - 1]?.act !== "backup.failed");
  return last?.at ?? null;
}

/** The members who have invited an address, or made a link to its new password, since a time (ms). */
export async function listInviters(db: StaffReader, email: string, since: number): Promise<string[]> {
  const entries = await db
    .selectFrom("audit")
    .select("actor")
    .distinct()
    .where("subject", "=", email)
    .where("act", "in", ["staff.invite", "staff.reset"])
    .where("at", ">=", since)
    .execute();
  return entries.map(({ actor }) => actor);
}

/** The most entries that are read and sorted at once. */
const FEW = 50_000;

async function isActRare(db: StaffReader, act: string): Promise<boolean> {
  const some = db
    .selectFrom("audit")
    .select("act")
    .where(beginsWith(db, act, true))
    .limit(FEW);
  const { count } = await db
    .selectFrom(some.as("some"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count) < FEW;
}

/** Actions contain only small letters, dots and dashes; any other text has no match. */
function beginsWith(db: StaffReader, text: string, isIndexed: boolean) {
  const column = bytewise(db, isIndexed ? sql.ref("act") : sql<string>`(act || '')`);
  const prefix = text.toLowerCase().replaceAll(/[^\w.-]/g, "?");
  return sql<boolean>`(${column} >= ${prefix} and ${column} < ${`${prefix}~`})`;
}
