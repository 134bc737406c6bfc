import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/export-file";

/** All data of a person, as a file. */
export const loader = ({ context, params: { brand, shopper }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/shoppers/${encodeURIComponent(shopper)}/export`);
