import { staffApiContext } from "../context.server.ts";
import { pickQuery } from "../table/list-url.ts";
import type { Route } from "./+types/coupons-csv";

/** The filtered list as a file, without codes. */
export const loader = ({ context, params: { brand }, url }: Route.LoaderArgs) =>
  context
    .get(staffApiContext)
    .download(url, `brands/${brand}/coupons.csv`, pickQuery(url.searchParams, ["state", "batch"]));
