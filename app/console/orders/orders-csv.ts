import { data } from "react-router";

import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/orders-csv";
import { toQuery } from "./filter.ts";

/** The filtered list as a file. */
export function loader({ context, params, url }: Route.LoaderArgs) {
  const { query, problems } = toQuery(url.searchParams);
  if (Object.keys(problems).length > 0) throw data(null, 400);
  return context.get(staffApiContext).download(url, `brands/${params.brand}/orders.csv`, query);
}
