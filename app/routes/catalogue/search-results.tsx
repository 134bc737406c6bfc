import { amountTexts } from "#app/texts/amount-texts.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { CARD } from "#app/ui/illustration.tsx";
import { NotLoaded } from "#app/ui/notice.tsx";

import { ProductCard, type ProductSummary } from "./product-card.tsx";
import type { Shelf } from "./search-matches.ts";

type SearchResultsProps = {
  query: string;
  isTooShort: boolean;
  products: ProductSummary[];
  /** No product matches exactly; these are similar. */
  isClose: boolean;
  /** Categories that match the query; all categories if nothing was found. */
  shelves: Shelf[];
  suggested: ProductSummary[];
  problem: string | null;
  isNameInLink: boolean;
};

export function SearchResults({
  query,
  isTooShort,
  products,
  isClose,
  shelves,
  suggested,
  problem,
  isNameInLink,
}: SearchResultsProps) {
  return (
    <div className="content products">
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
      {isTooShort && <p className="muted">Type at least two letters.</p>}
      {problem && <NotLoaded>{problem}</NotLoaded>}
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
    <ul className="grid" {...amountTexts()}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} isNameInLink={isNameInLink} isEager={index < 4} />
        </li>
      ))}
    </ul>
  );
}
