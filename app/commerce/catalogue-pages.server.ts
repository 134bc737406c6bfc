import { fail, type Result } from "./result.ts";
import type { ProductList } from "./types.ts";

/** The most that a host gives at once; one that gives less is read in more calls. */
export const LONG_PAGE = 48;
const MAX_PAGES = 200;

/** The catalogue page by page, at most 200; it ends with a failure, which is a timeout once `deadlineMs` are over. */
export async function* readPages(
  read: (page: number) => Promise<Result<ProductList>>,
  deadlineMs: number,
  now = Date.now,
): AsyncGenerator<Result<ProductList>> {
  const deadline = now() + deadlineMs;
  const known = new Set<string>();
  for (let page = 1; page <= MAX_PAGES; page++) {
    const list = now() < deadline ? await read(page) : fail({ kind: "timeout" });
    yield list;
    if (!list.ok) return;
    const before = known.size;
    for (const { id } of list.value.products) known.add(id);
    // A host that does not know the page answers the first one again.
    if (!list.value.hasMore || known.size === before) return;
  }
}
