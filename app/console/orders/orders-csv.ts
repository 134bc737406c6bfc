import { data } from "react-router";

import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/orders-csv";
import { toQuery } from "./filter.ts";

/** The filtered list as a file, passed on as it comes. */
export async function loader({ context, params, url, request }: Route.LoaderArgs) {
  const { query, problems } = toQuery(url.searchParams);
  if (Object.keys(problems).length > 0) throw data(null, 400);
  const path = `brands/${params.brand}/orders.csv`;
  const answer = await context.get(staffApiContext).open(path, query, request.signal);
  if (answer === undefined || !answer.ok) throw data(null, answer?.status === 404 ? 404 : 503);
  const headers = new Headers();
  for (const name of ["content-type", "content-disposition"]) headers.set(name, answer.headers.get(name) ?? "");
  return new Response(answer.body, { headers });
}
