import { data } from "react-router";

import { meContext, previewContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import type { Route } from "./+types/picture";

/** A picture of the shop, for previews. */
export function loader({ context, params, url }: Route.LoaderArgs) {
  const preview = context.get(previewContext);
  const tenant = preview.findTenant(brandIn(context.get(meContext), params.brand).id);
  if (tenant === undefined) throw data(null, 404);
  return preview.readPicture(tenant, params["*"] + url.search);
}
