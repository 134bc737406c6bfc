import { href } from "react-router";

import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/shoppers-csv";
import { toQuery } from "./filter.ts";

/** The filtered list as a file; a redirect to the export if the list is too long. */
export const loader = ({ context, params: { brand }, url }: Route.LoaderArgs) =>
  context
    .get(staffApiContext)
    .download(
      url,
      `brands/${brand}/shoppers.csv`,
      toQuery(url.searchParams),
      href("/brands/:brand/shoppers/export", { brand }),
    );
