import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/staff-csv";

/** The members that the page shows, as a file. */
export const loader = ({ context, url }: Route.LoaderArgs) =>
  context.get(staffApiContext).download(url, "members/export");
