import { href, redirectDocument } from "react-router";

import { siteContext } from "#app/request/context.ts";

import type { Route } from "./+types/stock-notice";
import { changeStockNotice } from "./stock-notices.server.ts";

export async function action({ request, context }: Route.ActionArgs) {
  if (!context.get(siteContext).tenant.features.stockNotice) throw new Response(null, { status: 404 });
  return changeStockNotice(context, await request.formData());
}

export const loader = () => redirectDocument(href("/"));
