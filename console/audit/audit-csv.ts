import { data } from "react-router";

import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/audit-csv";
import { toQuery } from "./audit-query.ts";

/** All entries that match the page's filters as a file, newest first. */
export function loader({ context, params, url }: Route.LoaderArgs) {
  const { brand } = params as { brand?: string };
  const { query, problems } = toQuery(url.searchParams, brand);
  if (Object.keys(problems).length > 0) throw data(null, 400);
  query.delete("before");
  return context.get(staffApiContext).download(url, "audit/export", query);
}
