import { staffApiContext } from "../context.server.ts";
import { pickQuery } from "../table/list-url.ts";
import type { Route } from "./+types/disputes-csv";

/** The filtered list as a file. */
export const loader = ({ context, params: { brand }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/disputes.csv`, pickQuery(url.searchParams, ["state"]));
