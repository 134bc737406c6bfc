import { data, href } from "react-router";

import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/orders-csv";
import { toQuery } from "./filter.ts";

/** The filtered list as a file; a redirect to the export if the list is too long. */
export function loader({ context, params, url }: Route.LoaderArgs) {
  const { query, problems } = toQuery(url.searchParams);
  if (Object.keys(problems).length > 0) throw data(null, 400);
  const { brand } = params;
  return context
    .get(staffApiContext)
    .download(url, `brands/${brand}/orders.csv`, query, href("/brands/:brand/orders/export", { brand }));
}
