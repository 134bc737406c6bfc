import { CRASH } from "#app/messages.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { CARD } from "#app/ui/illustration.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Alert } from "#app/ui/notice.tsx";
import { Part } from "#app/http/tricks/cached-fragment.tsx";
import { ProductCard, type ProductSummary } from "./product-card.tsx";

type ProductGridProps = {
  products: ProductSummary[];
  /** Which page begins with a product, by its id: there a longer list goes on. */
  pageStarts?: Record<string, number>;
  /** The longer list; null where there is nothing more. */
  moreHref: string | null;
  /** Page 1; null while only page 1 shows. */
  lessHref: string | null;
  /** Where the list began later than page 1: the way back to its start. */
  backHref?: string | null;
  /** A failed load: with products the appended page failed, without any the whole list did. */
  error?: string;
  priceRange?: { min: number | null; max: number | null };
  isNameInLink?: boolean;
};

/** The catalogue's products with what follows them (docs/product.md, 4.1): more, less, the end, or nothing at all. */
export function ProductGrid({ products, moreHref, lessHref, backHref, error, ...card }: ProductGridProps) {
  if (products.length === 0) {
    if (error) return <Alert>{error}</Alert>;
    return (
      <EmptyState
        drawing={CARD}
        title="No Products Available"
        text="Try adjusting your filters or browse categories"
        action={{ href: "/", label: "Browse all" }}
      />
    );
  }
  return (
    <div className="products">
      {backHref && (
        <p className="applied">
          <a href={backHref}>Back to the start of the list</a>
        </p>
      )}
      <Part as="ul" className="grid" view={Cards} data={{ products, ...card }} />
      {error && <Alert>{error}</Alert>}
      <div className="list-end">
        {moreHref && (
          <ButtonLink href={moreHref} look="outline">
            Show More
          </ButtonLink>
        )}{" "}
        {lessHref && (
          <ButtonLink href={lessHref} look="quiet">
            Show Less
          </ButtonLink>
        )}
        {!moreHref && !error && <p className="muted">All items are loaded!</p>}
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

/** The id of the card that a page of the list begins with. */
export const pageId = (page: number) => `page-${page}`;

/** What stands in the place of something that is on its way, e.g. 'Loading products...'. */
export function Loading({ children }: { children: string }) {
  return (
    <p className="loading" role="status">
      {children}
    </p>
  );
}

/**
 * The same in the place of a part that is still to come. Should it never come, because it could not be rendered or the
 * connection broke, it says so after a while, without a script.
 */
export function LoadingPart({ children }: { children: string }) {
  return (
    <div className="loading">
      <p role="status">{children}</p>
      <p className="late">
        {/* eslint-disable-next-line jsx-a11y-x/anchor-is-valid -- an empty address is that of this page */}
        {CRASH} <a href="">Reload Page</a>
      </p>
    </div>
  );
}
