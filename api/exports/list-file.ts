import type { PlaceInList } from "../db/place-in-list.ts";
import type { Cells } from "../domain/files/csv-lines.ts";
import type { Shop } from "../shop.ts";

/** Rows in one part of a file. */
export const PART_ROWS = 1_000;

type Part = { rows: Cells[]; next?: PlaceInList };

/** A long list as a file, which is sent at once or written by a job. */
export type ListFile<Query> = {
  columns: Cells;
  /** Begins to read. @returns what reads the part after a place; `next` is where the one after that begins */
  open(shop: Shop, query: Query): Promise<(after?: PlaceInList) => Promise<Part>>;
  /** Whether more than so many rows are in the list, without counting the others. */
  isLonger(shop: Shop, query: Query, than: number): Promise<boolean>;
};

/** All rows of a file, read part by part. */
export async function* listRows<Query>(file: ListFile<Query>, shop: Shop, query: Query): AsyncGenerator<Cells> {
  yield file.columns;
  const readPart = await file.open(shop, query);
  let part: Part | undefined;
  do {
    part = await readPart(part?.next);
    yield* part.rows;
  } while (part.next !== undefined);
}
