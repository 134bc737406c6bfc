import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/brands-csv";
import { readRange, toQuery } from "./buckets.ts";

/** All brands with their figures in the range of the page, as a file. */
export function loader({ context, url }: Route.LoaderArgs) {
  const query = toQuery(readRange(url.searchParams.get("range")), Date.now());
  query.delete("compare_from");
  return context.get(staffApiContext).download(url, "all-brands/export", query);
}
