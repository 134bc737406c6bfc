import { amountTexts } from "#app/texts/amount-texts.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { CARD } from "#app/ui/illustration.tsx";
import { NotLoaded } from "#app/ui/notice.tsx";

import { ProductCard, type ProductSummary } from "./product-card.tsx";

type ProductGridProps = {
  products: ProductSummary[];
  /** Product id → the page that begins with it; Show More links to that card. */
  pageStarts?: Record<string, number>;
  moreHref: string | null;
  /** Null while only page 1 shows. */
  lessHref: string | null;
  /** The start of the list, if this document does not show page 1. */
  backHref?: string | null;
  /** Why loading failed: the last page if there are products, else the whole list. */
  error?: string;
  priceRange?: { min: number | null; max: number | null };
  isNameInLink?: boolean;
  /** A link to a list that is not empty, with the reason. */
  wayOut?: { text: string; href: string; label: string } | null;
};

export function ProductGrid({ products, moreHref, lessHref, backHref, error, wayOut, ...card }: ProductGridProps) {
  if (products.length === 0) {
    if (error) return <NotLoaded>{error}</NotLoaded>;
    return (
      <EmptyState
        drawing={CARD}
        title={rich("catalogue.noProducts")}
        text={
          <>
            {rich("catalogue.noProductsText")}
            {wayOut && <br />}
            {marked(wayOut?.text)}
          </>
        }
        action={wayOut ?? { href: "/", label: rich("catalogue.browseAll") }}
      />
    );
  }
  return (
    <div className="products">
      {backHref && (
        <p className="applied">
          <a href={backHref}>{rich("catalogue.backToStart")}</a>
        </p>
      )}
      <a className="sr sr-link" href="#list-end">
        {rich("catalogue.skipCards")}
      </a>
      <ul className="grid" {...amountTexts()}>
        <Cards products={products} {...card} />
      </ul>
      {error && <NotLoaded>{error}</NotLoaded>}
      <div className="list-end" id="list-end" tabIndex={-1}>
        {moreHref && (
          <ButtonLink href={moreHref} look="outline">
            {rich("frame.showMore")}
          </ButtonLink>
        )}{" "}
        {lessHref && (
          <ButtonLink href={lessHref} look="quiet">
            {rich("frame.showLess")}
          </ButtonLink>
        )}
        {!moreHref && !error && <p className="muted">{rich("catalogue.allLoaded")}</p>}
      </div>
    </div>
  );
}

type CardsProps = Pick<ProductGridProps, "products" | "pageStarts" | "priceRange" | "isNameInLink">;

function Cards({ products, pageStarts = {}, ...card }: CardsProps) {
  return products.map((product, index) => (
    <li key={product.id} {...(pageStarts[product.id] && { id: pageId(pageStarts[product.id]!), tabIndex: -1 })}>
      <ProductCard product={product} isEager={index < 4} {...card} />
    </li>
  ));
}

export const pageId = (page: number) => `page-${page}`;
