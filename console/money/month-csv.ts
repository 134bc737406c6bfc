import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/month-csv";

/** A month's report as a file. */
export const loader = ({ context, params: { brand, month }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/money/months/${month}/export`);
