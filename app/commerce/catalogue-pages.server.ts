import { fail, type Result } from "./result.ts";
import type { ProductList } from "./types.ts";

/** The requested page size. A backend with a lower limit is read in more calls. */
export const LONG_PAGE = 48;
const MAX_PAGES = 200;

/** Reads the catalogue page by page, at most MAX_PAGES. Ends at a failure; after `deadlineMs` that is a timeout. */
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
    // Some backends answer a page beyond the last with the first.
    if (!list.value.hasMore || known.size === before) return;
  }
}
