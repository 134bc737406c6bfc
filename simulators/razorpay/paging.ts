import { z } from "zod";

import type { Call } from "../wire/vendor.ts";
import { refuse } from "./refusals.ts";

export const PAGING = ["from", "to", "count", "skip"];

const seconds = z.coerce.number().int().min(946_684_800).max(4_765_046_400);
const Paging = z.object({
  from: seconds.optional(),
  to: seconds.optional(),
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
});

/** A page of the items made from `from` to `to`, newest first: 10 items by default, at most 100. */
export function page<T extends { createdAt: number }>(items: T[], { query }: Call): T[] {
  const parsed = Paging.safeParse(query);
  if (!parsed.success) {
    const [field] = parsed.error.issues.map(({ path }) => String(path[0]));
    if (field === "count") throw refuse("The count must be between 1 and 100.", { field });
    if (field === "skip") throw refuse("The skip must be at least 0.", { field });
    throw refuse(`${field} must be between 946684800 and 4765046400`, { field });
  }
  const { from = 0, to = Infinity, count, skip } = parsed.data;
  const isIn = ({ createdAt }: T) => Math.floor(createdAt / 1000) >= from && Math.floor(createdAt / 1000) <= to;
  return items
    .filter(isIn)
    .toReversed()
    .slice(skip, skip + count);
}

/** Warns of query parameters that are not simulated. */
export function warnOfOthers(call: Call, known: string[]): void {
  for (const name of Object.keys(call.query).filter((one) => !known.includes(one)))
    call.warn(`query parameter ${name} is not simulated`);
}
