import { data, generatePath } from "react-router";

import { staffApiContext } from "../base/context.server.ts";
import type { Route } from "./+types/download";
import { FILES } from "./files.ts";

/** Sends one of FILES. */
export function loader({ context, params, pattern, url }: Route.LoaderArgs) {
  const { path = pattern, read, instead } = FILES[pattern]!;
  const { brand } = params as { brand?: string };
  const { query, problems = {} } = read?.(url.searchParams, brand) ?? {};
  if (Object.keys(problems).length > 0) throw data(null, 400);
  return context
    .get(staffApiContext)
    .download(url, generatePath(path, params), query, instead && generatePath(instead, params));
}
