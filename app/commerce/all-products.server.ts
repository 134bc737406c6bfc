import { LONG_PAGE, readPages } from "./catalogue-pages.server.ts";
import { fail, type Result, succeed } from "./result.ts";
import { ProductListSchema } from "./schemas/catalogue.ts";
import type { Transport } from "./transport.server.ts";
import type { Product } from "./types.ts";

const DEADLINE_MS = 10_000;

/** Ids and names of the whole catalogue. If a later page fails or DEADLINE_MS is over, the products so far count. */
export async function readAllProducts(
  send: Transport["send"],
  now = Date.now,
): Promise<Result<Pick<Product, "id" | "name">[]>> {
  async function read(page: number) {
    const query = new URLSearchParams({ page: String(page), perPage: String(LONG_PAGE) });
    const answer = await send({ method: "GET", path: "/products/", query });
    if (!answer.ok) return answer;
    const list = ProductListSchema.safeParse(answer.value);
    return list.success ? succeed(list.data) : fail({ kind: "shape" });
  }

  const names = new Map<string, string>();
  for await (const list of readPages(read, DEADLINE_MS, now)) {
    if (!list.ok && names.size === 0) return list;
    if (list.ok) for (const { id, name } of list.value.products) names.set(id, name);
  }
  return succeed([...names].map(([id, name]) => ({ id, name })));
}
