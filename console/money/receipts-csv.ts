import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/receipts-csv";

/** The monthly register of receipts as a file. */
export const loader = ({ context, params: { brand, month }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/money/months/${month}/receipts`);
