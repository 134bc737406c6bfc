import type { PlaceInList } from "../db/place-in-list.ts";
import type { Cells } from "../domain/files/csv-lines.ts";
import type { Shop } from "../shop/shop.ts";

export const PART_ROWS = 1_000;

type Part = { rows: Cells[]; next?: PlaceInList };

/** A long list as a file, which is sent at once or written by a job. */
export type ListFile<Query> = {
  columns: Cells;
  /** Prepares the list of a query. */
  open(shop: Shop, query: Query): Promise<OpenList>;
};

/** A list that can be read. */
export type OpenList = {
  /** Reads the part after a place, or the first one; `next` is the cursor of the following part. */
  readPart(after?: PlaceInList): Promise<Part>;
  /** True if the list has more rows than `than`. It does not count the others. */
  isLonger(than: number): Promise<boolean>;
};

/** All rows of a file, read part by part. */
export async function* listRows({ columns }: { columns: Cells }, list: OpenList): AsyncGenerator<Cells> {
  yield columns;
  let part: Part | undefined;
  do {
    part = await list.readPart(part?.next);
    yield* part.rows;
  } while (part.next !== undefined);
}
