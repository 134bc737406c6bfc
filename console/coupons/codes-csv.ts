import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/codes-csv";

/** The codes of one batch of coupons, as a file. */
export const loader = ({ context, params: { brand, batch }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/coupons/batches/${encodeURIComponent(batch)}/codes`);
