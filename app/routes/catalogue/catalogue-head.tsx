import type { Home, ProductQuery } from "#app/commerce/types.ts";
import { PageHead, type ShopData } from "#app/ui/frame/page-head.tsx";
import { organization, StructuredData } from "#app/ui/frame/structured-data.tsx";

import { catalogueHref } from "./product-query.ts";

type CatalogueHeadProps = { shop: ShopData; query: ProductQuery; home: Home };

/** Leaves price limits and sort order out of the canonical URL: they show the same products. */
export function CatalogueHead({ shop, query, home }: CatalogueHeadProps) {
  const { category, subcategories, page } = query;
  const names = [
    ...(category ? [findName(home.categories, category)] : []),
    ...subcategories.map((id) => findName(home.subcategories, id)),
  ];
  const isKnown = names.every((name) => name !== undefined);
  const subject = names.length > 0 ? names.filter((name) => name !== undefined).join(", ") : "Gift cards";
  const pageWords = page > 1 ? `, page ${page}` : "";
  const what = names.length > 0 ? `${subject} gift cards` : subject;
  const isHome = names.length === 0 && page === 1;
  return (
    <>
      <PageHead
        shop={shop}
        title={`${subject || "Gift cards"}${pageWords}`}
        description={`${what} and vouchers at ${shop.brand.organizationName}${pageWords}, delivered in minutes.`}
        path={isKnown ? catalogueHref({ category, subcategories: subcategories.toSorted(), page }) : undefined}
      />
      {isHome && <StructuredData things={[organization(shop)]} />}
    </>
  );
}

const findName = (list: Home["categories"], id: string) => list.find((entry) => entry.id === id)?.name;
