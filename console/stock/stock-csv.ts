import { staffApiContext } from "../context.server.ts";
import { pickQuery } from "../table/list-url.ts";
import type { Route } from "./+types/stock-csv";

/** The whole stock as a file, in the order of the page. */
export const loader = ({ context, params: { brand }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/stock.csv`, pickQuery(url.searchParams, ["sort"]));
