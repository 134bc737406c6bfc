import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/grants-csv";

/** All coins that wait for approval, as a file. */
export const loader = ({ context, params: { brand }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/shoppers/grants.csv`);
