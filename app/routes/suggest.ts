import type { Route } from "./+types/suggest";
import { toSuggestion } from "#app/commerce/links.ts";
import { commerceContext, siteContext } from "#app/context.ts";
import { SEARCH_MIN_CHARACTERS } from "#app/constants.ts";
import { messageFor } from "#app/messages.ts";

const MAX_SUGGESTIONS = 8;

/** What the search box shows while one types: `{ results: [{ name, href, imageUrl }], message? }`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const query = (url.searchParams.get("q") ?? "").trim();
  if (query.length < SEARCH_MIN_CHARACTERS) return Response.json({ results: [] });

  const { tenant } = context.get(siteContext);
  const found = await context.get(commerceContext).search(query);
  if (!found.ok) return Response.json({ results: [], message: messageFor("search", found.error), isError: true });
  if (found.value.length === 0) return Response.json({ results: [], message: `No products found for "${query}"` });
  return Response.json({
    results: found.value.slice(0, MAX_SUGGESTIONS).map((product) => toSuggestion(product, tenant)),
  });
}
