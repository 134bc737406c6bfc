import { z } from "zod";

import type { PlaceInList } from "../db/place-in-list.ts";

/** A cursor in URLs: "1768458600000-a1b2". */
export const Place = z
  .string()
  .regex(/^\d{1,16}-[\w-]{1,100}$/, { error: "is not a place in this list" })
  .transform((text): PlaceInList => {
    const dash = text.indexOf("-");
    return { value: Number(text.slice(0, dash)), id: text.slice(dash + 1) };
  });

export const writePlace = ({ value, id }: PlaceInList) => `${value}-${id}`;

/** The first `limit` rows of a query for one more than that, and the cursor after the last one; null at the end of the list. */
export function cutPage<Row>(rows: Row[], limit: number, placeOf: (row: Row) => PlaceInList) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? placeOf(page.at(-1)!) : undefined;
  return { rows: page, next: last === undefined ? null : writePlace(last) };
}
