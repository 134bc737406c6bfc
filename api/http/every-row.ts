import type { PlaceInList } from "../db/place-in-list.ts";

const PAGE = 500;

type Page = { after?: PlaceInList; limit: number };

/** The rows of a whole list, read page by page, so that a file of any length takes the memory of one page. */
export async function* everyRow<Row>(
  readPage: (page: Page) => Promise<Row[]>,
  placeOf: (row: Row) => PlaceInList,
): AsyncGenerator<Row> {
  for (let after: PlaceInList | undefined; ;) {
    const rows = await readPage({ after, limit: PAGE });
    yield* rows;
    if (rows.length < PAGE) return;
    after = placeOf(rows.at(-1)!);
  }
}
