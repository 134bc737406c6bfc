import { data } from "react-router";
import type { Route } from "./+types/search";
import { toSummary } from "#app/commerce/links.ts";
import { listStatus } from "#app/commerce/result.ts";
import { findShelves, hasWords, type Shelf, toShelf } from "#app/commerce/search-matches.ts";
import type { Category } from "#app/commerce/types.ts";
import { commerceContext, siteContext } from "#app/context.ts";
import { SEARCH_MIN_CHARACTERS } from "#app/constants.ts";
import { messageFor } from "#app/messages.ts";
import { CARD } from "#app/ui/drawing.tsx";
import { Alert } from "#app/ui/notice.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { ProductCard, type ProductSummary } from "#app/ui/product-card.tsx";

/** The search box's page: the way to find something without JavaScript, and from a phone's keyboard. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const query = (url.searchParams.get("q") ?? "").trim().slice(0, 100);
  const { tenant } = context.get(siteContext);
  const commerce = context.get(commerceContext);
  const isTooShort = query.length < SEARCH_MIN_CHARACTERS;
  const [found, answer] = await Promise.all([isTooShort ? null : commerce.search(query), commerce.getHome()]);
  const home = answer.ok ? answer.value : { categories: [], subcategories: [] };
  const page = { query, isNameInLink: !tenant.features.productById };
  if (found && !found.ok) {
    const problem = messageFor("search", found.error);
    return data(
      { ...page, products: [], isClose: false, shelves: [], suggested: [], problem },
      listStatus(found.error),
    );
  }

  const products = found?.value ?? [];
  // Where nothing was found, what many like: the first cards of the catalogue.
  const list = products.length === 0 ? await commerce.listProducts(RECOMMENDED) : null;
  return {
    ...page,
    products: products.map((product) => toSummary(product, tenant)),
    isClose: !products.some(({ name, category, subcategory }) =>
      hasWords(query, [name, category?.name, subcategory?.name].join(" ")),
    ),
    shelves: products.length > 0 ? findShelves(query, products, home) : home.categories.map(toCategoryShelf),
    suggested: list?.ok ? list.value.products.map((product) => toSummary(product, tenant)) : [],
    problem: null,
  };
}

const toCategoryShelf = (category: Category) => toShelf("category", category);

const RECOMMENDED = { subcategories: [], sort: "recommended" as const, page: 1 };

export default function Search({ loaderData, matches }: Route.ComponentProps) {
  const { query, products, isClose, shelves, suggested, problem, isNameInLink } = loaderData;
  const isTooShort = query.length < SEARCH_MIN_CHARACTERS;
  return (
    <div className="content products">
      <PageHead shop={matches[0].loaderData} title={isTooShort ? "Search" : `Search: ${query}`} />
      <div className="list-title toolbar">
        <h1>{isTooShort ? "Search" : `Results for “${query}”`}</h1>
        {products.length > 0 && (
          <p className="muted">
            {products.length === 1 ? "1 card" : `${products.length} cards`}
            {isClose && (products.length === 1 ? " that comes close" : " that come close")}
          </p>
        )}
      </div>
      {products.length > 0 && <Shelves shelves={shelves} />}
      {isTooShort && <p className="muted">Type two letters or more of what you are looking for.</p>}
      {problem && <Alert>{problem}</Alert>}
      {!isTooShort && !problem && products.length === 0 && (
        <EmptyState
          drawing={CARD}
          title={`No products found for "${query}"`}
          text="Try a brand name, or something like “coffee”."
          action={{ href: "/", label: "Browse all" }}
        />
      )}
      {products.length > 0 && <h2 className="sr">Gift cards</h2>}
      <Cards products={products} isNameInLink={isNameInLink} />
      {products.length === 0 && <Shelves shelves={shelves} />}
      {suggested.length > 0 && <h2 className="toolbar">Cards to start with</h2>}
      <Cards products={suggested} isNameInLink={isNameInLink} />
    </div>
  );
}

function Shelves({ shelves }: { shelves: Shelf[] }) {
  if (shelves.length === 0) return null;
  return (
    <ul className="applied" aria-label="Categories">
      {shelves.map(({ name, href }) => (
        <li key={href}>
          <a href={href} className="pill">
            All of {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Cards({ products, isNameInLink }: { products: ProductSummary[]; isNameInLink: boolean }) {
  if (products.length === 0) return null;
  return (
    <ul className="grid">
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} isNameInLink={isNameInLink} isEager={index < 4} />
        </li>
      ))}
    </ul>
  );
}
