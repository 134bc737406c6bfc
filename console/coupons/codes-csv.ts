import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/codes-csv";

/** The codes of coupons that were made at once, as a file. */
export const loader = ({ context, params: { brand, batch }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/coupons/batches/${encodeURIComponent(batch)}/codes`);
