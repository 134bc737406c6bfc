import type { StaffReader } from "../db/staff-schema.ts";
import { inIndia, toTime } from "../domain/files/csv-lines.ts";
import { type AuditFilter, listAudit } from "../repositories/staff/audit.ts";

const PAGE = 1_000;
const COLUMNS = [
  "number",
  "at",
  "actor",
  "origin",
  "brand",
  "act",
  "subject",
  "before",
  "after",
  "reason",
  "hash",
] as const;

/** The entries as rows of a file, newest first, below a row with the columns' names. */
export async function* exportAudit(db: StaffReader, filter: Omit<AuditFilter, "before" | "limit">) {
  yield COLUMNS.map((name) => (name === "at" ? inIndia(name) : name));
  for (let before: number | undefined; ;) {
    const entries = await listAudit(db, { ...filter, before, limit: PAGE });
    for (const entry of entries) yield COLUMNS.map((name) => (name === "at" ? toTime(entry.at) : entry[name]));
    if (entries.length < PAGE) return;
    before = entries.at(-1)!.number;
  }
}
