import { z } from "zod";

import { LanguageCode } from "../../../domain/files/catalogue-file.ts";
import { parseQuery, Text } from "../../../http/parse.ts";
import { DESK_SORTS, type DeskSort } from "../../../repositories/catalogue/products.ts";
import type { BrandCall } from "../../brand-route.ts";

const Sort = z
  .enum(DESK_SORTS.flatMap((sort) => [sort, `-${sort}`] as const))
  .default("recommended")
  .transform((text) => ({ sort: text.replace("-", "") as DeskSort, isDescending: text.startsWith("-") }));

const ListQuery = z.object({
  q: Text(120).trim().optional(),
  category: Text(64).optional(),
  available: z
    .enum(["yes", "no"])
    .transform((answer) => answer === "yes")
    .optional(),
  stock: z.enum(["none", "low"]).optional(),
  without: LanguageCode.optional(),
  sort: Sort,
  after: z.coerce.number().int().min(1).optional(),
});

/** The filter and order of a list of products. */
export function readProductList({ req }: BrandCall) {
  const { q, category, available: isAvailable, stock, without: unnamedIn, ...order } = parseQuery(ListQuery, req);
  return { filter: { q, category, isAvailable, stock, unnamedIn }, ...order };
}
