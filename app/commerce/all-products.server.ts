import { fail, succeed, type Result } from "./result.ts";
import { ProductListSchema } from "./schemas.ts";
import type { Transport } from "./transport.server.ts";
import type { Product } from "./types.ts";

/** The most that a host gives at once; one that gives less is read in more calls. */
const PER_PAGE = 48;
const MAX_PAGES = 200;
const DEADLINE_MS = 10_000;

/**
 * Ids and names of the whole catalogue, page by page; at most 200 pages or ten seconds, what was read until then counts.
 * It fails only where the first page does.
 */
export async function readAllProducts(
  send: Transport["send"],
  now = Date.now,
): Promise<Result<Pick<Product, "id" | "name">[]>> {
  const deadline = now() + DEADLINE_MS;
  const names = new Map<string, string>();
  for (let page = 1; page <= MAX_PAGES && now() < deadline; page++) {
    const query = new URLSearchParams({ page: String(page), perPage: String(PER_PAGE) });
    const answer = await send({ method: "GET", path: "/products/", query });
    if (!answer.ok && page === 1) return answer;
    const list = answer.ok ? ProductListSchema.safeParse(answer.value) : null;
    if (!list?.success) return page === 1 ? fail({ kind: "shape" }) : toList(names);

    const known = names.size;
    for (const { id, name } of list.data.products) names.set(id, name);
    // A host that does not know the page answers the first one again.
    if (!list.data.hasMore || names.size === known) break;
  }
  return toList(names);
}

const toList = (names: Map<string, string>) => succeed([...names].map(([id, name]) => ({ id, name })));
