import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/events-csv";

/** The events of an endpoint as a file, newest first. */
export const loader = ({ context, params: { brand, endpoint }, url }: Route.LoaderArgs) =>
  context
    .get(staffApiContext)
    .download(url, `brands/${brand}/integrations/endpoints/${encodeURIComponent(endpoint)}/deliveries.csv`);
