import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/shoppers-csv";
import { toQuery } from "./filter.ts";

/** The filtered list as a file. */
export const loader = ({ context, params: { brand }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/shoppers.csv`, toQuery(url.searchParams));
