import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/file-csv";

/** The file that a job has written. */
export const loader = ({ context, params: { brand, job }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/jobs/${encodeURIComponent(job)}/file`);
