import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/month-csv";

/** A month's report as a file. */
export const loader = ({ context, params: { brand, month } }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(`brands/${brand}/money/months/${month}/export`);
