import { data } from "react-router";
import type { Route } from "./+types/search";
import { toSummary } from "#app/commerce/links.ts";
import { listStatus } from "#app/commerce/result.ts";
import { commerceContext, siteContext } from "#app/context.ts";
import { SEARCH_MIN_CHARACTERS } from "#app/constants.ts";
import { messageFor } from "#app/messages.ts";
import { CARD } from "#app/ui/drawing.tsx";
import { Alert } from "#app/ui/notice.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { ProductCard } from "#app/ui/product-card.tsx";

/** The search box's page: the way to find something without JavaScript, and from a phone's keyboard. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const query = (url.searchParams.get("q") ?? "").trim().slice(0, 100);
  const { tenant } = context.get(siteContext);
  const isNameInLink = !tenant.features.productById;
  if (query.length < SEARCH_MIN_CHARACTERS) return { query, isNameInLink, products: [], problem: null };

  const found = await context.get(commerceContext).search(query);
  if (!found.ok) {
    const problem = messageFor("search", found.error);
    return data({ query, isNameInLink, products: [], problem }, listStatus(found.error));
  }
  const products = found.value.map((product) => toSummary(product, tenant));
  return { query, isNameInLink, products, problem: null };
}

export default function Search({ loaderData, matches }: Route.ComponentProps) {
  const { query, products, problem, isNameInLink } = loaderData;
  const isTooShort = query.length < SEARCH_MIN_CHARACTERS;
  return (
    <div className="content products">
      <PageHead shop={matches[0].loaderData} title="Search" />
      <h1 className="toolbar">{isTooShort ? "Search" : `Results for “${query}”`}</h1>
      {isTooShort && <p className="muted">Type two letters or more of what you are looking for.</p>}
      {problem && <Alert>{problem}</Alert>}
      {!isTooShort && !problem && products.length === 0 && (
        <EmptyState
          drawing={CARD}
          title={`No products found for "${query}"`}
          text="Look for a shop, or for what it sells."
          action={{ href: "/", label: "Browse all" }}
        />
      )}
      {products.length > 0 && <h2 className="sr">Gift cards</h2>}
      <ul className="grid">
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} isNameInLink={isNameInLink} isEager={index < 4} />
          </li>
        ))}
      </ul>
    </div>
  );
}
