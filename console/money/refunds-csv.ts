import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/refunds-csv";

/** The money that has not gone back yet, as a file. */
export const loader = ({ context, params: { brand }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/money/refunds.csv`);
