import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/endpoints-csv";

/** All endpoints as a file, oldest first. */
export const loader = ({ context, params: { brand }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/integrations/endpoints.csv`);
