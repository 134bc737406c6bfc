import { z } from "zod";

import { INDIA_OFFSET_SECONDS } from "#app/constants.ts";

const DAY_MS = 24 * 60 * 60_000;

export const EntrySchema = z.object({
  number: z.number(),
  at: z.number(),
  actor: z.string(),
  origin: z.string(),
  brand: z.string().nullable(),
  act: z.string(),
  subject: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  reason: z.string().nullable(),
  hash: z.string(),
});
export const EntriesSchema = z.object({ entries: z.array(EntrySchema) });
export type Entry = z.output<typeof EntrySchema>;

/** The filters of the page's form. */
export const FILTERS = ["actor", "act", "subject", "from", "to"] as const;

/** What the API is asked for: days of the form become times, in India; `to` is the last day. */
export function toQuery(search: URLSearchParams, brand: string | undefined, limit?: number): URLSearchParams {
  const query = new URLSearchParams();
  const set = (name: string, value: string | number | null | undefined) => {
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  };
  set("limit", limit);
  for (const name of ["actor", "act", "subject"]) set(name, search.get(name)?.trim());
  set("since", startOf(search.get("from")));
  const last = startOf(search.get("to"));
  set("until", last === undefined ? undefined : last + DAY_MS);
  const before = search.get("before") ?? "";
  if (/^\d{1,12}$/.test(before)) set("before", before);
  set("brand", brand ?? search.get("brand"));
  return query;
}

/** Undefined for what is no day, such as the form's empty field. */
function startOf(day: string | null): number | undefined {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || at < 0 ? undefined : Math.max(0, at - INDIA_OFFSET_SECONDS * 1_000);
}
