import { z } from "zod";

import { setDays } from "../base/days.ts";
import { pickQuery } from "../table/list-url.ts";

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

/** The API's query: the URL's filters, and its days as times (ms). An invalid day is reported beside its field. */
export function toQuery(search: URLSearchParams, brand: string | undefined, limit?: number) {
  const query = pickQuery(search, ["actor", "act", "subject", "brand"]);
  if (limit !== undefined) query.set("limit", String(limit));
  const before = search.get("before") ?? "";
  if (/^\d{1,12}$/.test(before)) query.set("before", before);
  if (brand !== undefined) query.set("brand", brand);
  return { query, problems: setDays(query, search) };
}
