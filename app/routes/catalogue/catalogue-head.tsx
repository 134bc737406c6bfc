import type { Home, ProductQuery } from "#app/commerce/types.ts";
import { PageHead, type ShopData } from "#app/ui/frame/page-head.tsx";
import { organization, StructuredData } from "#app/ui/frame/structured-data.tsx";

import { t } from "../../../config/language/t.ts";
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
  const known = names.filter((name) => name !== undefined).join(", ");
  const about = { shop: shop.brand.organizationName, page };
  const isHome = names.length === 0 && page === 1;
  return (
    <>
      <PageHead
        shop={shop}
        title={t("catalogue.titleOf", { subject: known || t("catalogue.giftCards"), page })}
        description={
          known ? t("catalogue.descriptionOf", { ...about, names: known }) : t("catalogue.descriptionOfAll", about)
        }
        path={isKnown ? catalogueHref({ category, subcategories: subcategories.toSorted(), page }) : undefined}
      />
      {isHome && <StructuredData things={[organization(shop)]} />}
    </>
  );
}

const findName = (list: Home["categories"], id: string) => list.find((entry) => entry.id === id)?.name;
