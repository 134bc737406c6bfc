import { data } from "react-router";

import { staffApiContext } from "../context.server.ts";
import { toQuery } from "../orders/filter.ts";
import type { Route } from "./+types/payments-csv";
import { FILTER_NAMES } from "./payment-filters.tsx";

/** The filtered list as a file. */
export function loader({ context, params, url }: Route.LoaderArgs) {
  const { query, problems } = toQuery(url.searchParams, FILTER_NAMES);
  if (Object.keys(problems).length > 0) throw data(null, 400);
  return context.get(staffApiContext).download(url, `brands/${params.brand}/payments.csv`, query);
}
