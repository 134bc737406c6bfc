import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/catalogue-file";

/** The whole catalogue as a file, which can be imported again. */
export const loader = ({ context, params: { brand }, url }: Route.LoaderArgs) =>
  context
    .get(staffApiContext)
    .download(url, `brands/${brand}/catalogue/${url.pathname.endsWith(".csv") ? "csv" : "json"}`);
