import { amountTexts } from "#app/texts/amount-texts.ts";
import { rich } from "#app/texts/rich.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { CARD } from "#app/ui/illustration.tsx";
import { NotLoaded } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
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
        <h1>{isTooShort ? rich("catalogue.search") : rich("catalogue.resultsFor", { query })}</h1>
        {products.length > 0 && (
          <p className="muted">
            {isClose
              ? rich("catalogue.closeCount", { count: products.length })
              : rich("catalogue.count", { count: products.length })}
          </p>
        )}
      </div>
      {products.length > 0 && <Shelves shelves={shelves} />}
      {isTooShort && <p className="muted">{rich("catalogue.typeMore")}</p>}
      {problem && <NotLoaded>{problem}</NotLoaded>}
      {!isTooShort && !problem && products.length === 0 && (
        <EmptyState
          drawing={CARD}
          title={rich("catalogue.noneFound", { query })}
          text={rich("catalogue.noneFoundText")}
          action={{ href: "/", label: rich("catalogue.browseAll") }}
        />
      )}
      {products.length > 0 && <h2 className="sr">{rich("catalogue.giftCards")}</h2>}
      <Cards products={products} isNameInLink={isNameInLink} />
      {products.length === 0 && <Shelves shelves={shelves} />}
      {suggested.length > 0 && <h2 className="toolbar">{rich("catalogue.startWith")}</h2>}
      <Cards products={suggested} isNameInLink={isNameInLink} />
    </div>
  );
}

function Shelves({ shelves }: { shelves: Shelf[] }) {
  if (shelves.length === 0) return null;
  return (
    <ul className="applied" aria-label={t("frame.categories")}>
      {shelves.map(({ name, href }) => (
        <li key={href}>
          <a href={href} className="pill">
            {rich("catalogue.allOf", { name })}
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
