import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/differences-csv";

/** What a comparison with suppliers has found, as a file. */
export const loader = ({ context, params: { brand, job }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/jobs/${encodeURIComponent(job)}/differences`);
