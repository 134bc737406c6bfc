import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/jobs-csv";

/** All jobs as a file, newest first. */
export const loader = ({ context, params: { brand }, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, `brands/${brand}/jobs.csv`);
