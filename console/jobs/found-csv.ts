import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/found-csv";

/** The changes that a check has found, or the differences of a comparison with suppliers, as a file. */
export const loader = ({ context, params: { brand, job }, url }: Route.LoaderArgs) => {
  const what = url.pathname.endsWith("/changes.csv") ? "changes" : "differences";
  return context.get(staffApiContext).download(url, `brands/${brand}/jobs/${encodeURIComponent(job)}/${what}`);
};
