import { href } from "react-router";

import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/shoppers-csv";
import { toQuery } from "./filter.ts";

/** The filtered list as a file, or the way to one that takes longer. */
export const loader = ({ context, params: { brand }, url }: Route.LoaderArgs) =>
  context
    .get(staffApiContext)
    .download(
      url,
      `brands/${brand}/shoppers.csv`,
      toQuery(url.searchParams),
      href("/brands/:brand/shoppers/export", { brand }),
    );
