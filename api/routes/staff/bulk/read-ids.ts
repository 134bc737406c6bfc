import { ApiError } from "../../../base/error.ts";
import { MOST_ROWS } from "../../../jobs/ask-for-bulk.ts";

const PAGE = 1_000;

type Page<Place> = { ids: string[]; next: Place | undefined };

/** The ids of a whole list, page by page. @throws ApiError 409 for more than MOST_ROWS */
export async function readIds<Place>(
  readPage: (after: Place | undefined, limit: number) => Promise<Page<Place>>,
): Promise<string[]> {
  const found: string[] = [];
  let after: Place | undefined;
  do {
    const { ids, next } = await readPage(after, PAGE);
    found.push(...ids);
    if (found.length > MOST_ROWS) throw new ApiError(409, `More than ${MOST_ROWS} rows match. Narrow the filter.`);
    after = next;
  } while (after !== undefined);
  return found;
}

/** Refuses a search that looks at a part of the rows only. @throws ApiError 409 */
export function refuseCut(isCut: boolean) {
  if (isCut) throw new ApiError(409, "More rows match than a search looks at. Type more of what you know.");
}
