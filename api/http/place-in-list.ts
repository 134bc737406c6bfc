import { z } from "zod";

/** Where the next page of a list goes on: after the row of this time and id. */
export type PlaceInList = { at: number; id: string };

/** A place as it is in URLs: "1768458600000-a1b2". */
export const Place = z
  .string()
  .regex(/^\d{1,15}-[\w-]{1,100}$/)
  .transform((text): PlaceInList => {
    const dash = text.indexOf("-");
    return { at: Number(text.slice(0, dash)), id: text.slice(dash + 1) };
  });

/**
 * The first `limit` rows of a query for one more than that, and the place after the last one; null at the end of the list.
 */
export function cutPage<Row>(rows: Row[], limit: number, placeOf: (row: Row) => PlaceInList) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? placeOf(page.at(-1)!) : undefined;
  return { rows: page, next: last === undefined ? null : `${last.at}-${last.id}` };
}
