import { staffApiContext } from "../context.server.ts";
import { pickQuery } from "../table/list-url.ts";
import type { Route } from "./+types/products-csv";
import { LIST_FIELDS } from "./filters.tsx";

/** The filtered list as a file, from its first row. */
export const loader = ({ context, params: { brand }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/products.csv`, pickQuery(url.searchParams, LIST_FIELDS));
