import type { Route } from "./+types/catalogue";
import { loadCatalogue } from "#app/commerce/load-catalogue.server.ts";
import { parseProductQuery } from "#app/commerce/product-query.ts";
import { commerceContext, siteContext } from "#app/context.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseProductQuery(url.searchParams);
  return { list: await loadCatalogue(context.get(commerceContext), context.get(siteContext).tenant, query) };
}

export default function CataloguePage({ loaderData }: Route.ComponentProps) {
  return <h1>{loaderData.list.count}</h1>;
}
