import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/refused-csv";

/** The rows that a job refused, as a file. */
export const loader = ({ context, params: { brand, job }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/jobs/${encodeURIComponent(job)}/refused`);
