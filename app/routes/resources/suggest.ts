import { SEARCH_MIN_CHARACTERS } from "#app/base/constants.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext, siteContext } from "#app/request/context.ts";
import { findShelves } from "#app/routes/catalogue/search-matches.ts";
import { toSuggestion } from "#app/routes/links.ts";
import { messageFor } from "#app/texts/messages.ts";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/suggest";

export const handle = { isDirect: true } satisfies RouteHandle;

const MAX_SUGGESTIONS = 8;

/**
 * Answers `{ results: [{ name, href, imageUrl, kind? }], message? }`. Cards whose name begins with the query come first, then
 * categories, then other cards.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const query = (url.searchParams.get("q") ?? "").trim();
  if (query.length < SEARCH_MIN_CHARACTERS) return Response.json({ results: [] });

  const { tenant } = context.get(siteContext);
  const commerce = context.get(commerceContext);
  const [found, home] = await Promise.all([commerce.search(query), commerce.getHome()]);
  if (!found.ok) return Response.json({ results: [], message: messageFor("search", found.error), isError: true });

  const shelves = home.ok ? findShelves(query, [], home.value) : [];
  const isNamed = ({ name }: { name: string }) => name.toLowerCase().startsWith(query.toLowerCase());
  const [named, others] = [found.value.filter(isNamed), found.value.filter((product) => !isNamed(product))];
  const results = [
    ...named.map((product) => toSuggestion(product, tenant)),
    ...shelves.map((shelf) => ({ ...shelf, imageUrl: null, kind: t("product.category") })),
    ...others.map((product) => toSuggestion(product, tenant)),
  ];
  if (results.length === 0) return Response.json({ results, message: t("catalogue.noneFound", { query }) });
  return Response.json({ results: results.slice(0, MAX_SUGGESTIONS) });
}
