import { formatMoney } from "#app/pricing/format-money.ts";
import { isSoldOut } from "#app/pricing/stock.ts";
import type { ProductSummary } from "#app/routes/catalogue/product-card.tsx";
import { Description, PageTitle, type ShopData, shorten } from "#app/ui/frame/page-head.tsx";
import { breadcrumbs, StructuredData } from "#app/ui/frame/structured-data.tsx";
import { socialUrl } from "#app/ui/image-crops.ts";

import { t } from "../../../config/language/t.ts";
import { describeLimits } from "./buy-fields.tsx";

type ProductHeadProps = {
  shop: ShopData;
  product: ProductSummary & { path: string; category: { id: string; name: string } | null; details: string[] };
};

/** Title, description and schema.org offers of a product. */
export const ProductHead = (props: ProductHeadProps) => (
  <>
    <PageTitle shop={props.shop} title={props.product.name} />
    <Facts {...props} />
  </>
);

function Facts({ shop, product }: ProductHeadProps) {
  const { name, path, details, imageUrl } = product;
  return (
    <>
      <Description
        shop={shop}
        title={name}
        description={shorten(`${describeOffer(product, shop)} ${details[0] ?? ""}`)}
        picture={imageUrl ? { url: socialUrl(imageUrl), alt: t("product.pictureOf", { product: name }) } : undefined}
        path={path}
      />
      <StructuredData
        things={[
          describeProduct(product, shop),
          breadcrumbs(shop.origin, [...trailTo(product), { label: name, href: path }]),
        ]}
      />
    </>
  );
}

export const trailTo = ({ category }: Pick<ProductHeadProps["product"], "category">) => [
  { label: t("frame.home"), href: "/" },
  category
    ? { label: category.name, href: `/?subcategories=${encodeURIComponent(category.id)}` }
    : { label: t("product.category"), href: "/#products-title" },
];

function describeProduct(product: ProductHeadProps["product"], { brand, origin }: ShopData) {
  const url = origin + product.path;
  const prices = offeredPrices(product);
  return {
    "@type": "Product",
    "@id": `${url}#product`,
    name: product.name,
    sku: product.id,
    url,
    image: product.imageUrl ? new URL(socialUrl(product.imageUrl), origin).href : undefined,
    category: product.category?.name,
    description: product.details.join(" ") || undefined,
    offers: prices && {
      ...prices,
      priceCurrency: "INR",
      availability: `https://schema.org/${product.isAvailable && !isSoldOut(product) ? "InStock" : "OutOfStock"}`,
      url,
      seller: { "@type": "Organization", name: brand.organizationName },
    },
  };
}

/** One amount is an Offer, several or a range are an AggregateOffer. Without amounts the product is unavailable. */
function offeredPrices({ denominations }: ProductSummary) {
  const range = priceRange(denominations);
  if (!range) return undefined;
  const { low, high } = range;
  if (low === high) return { "@type": "Offer", price: rupees(low) };
  return {
    "@type": "AggregateOffer",
    lowPrice: rupees(low),
    highPrice: rupees(high),
    offerCount: denominations.length,
  };
}

function describeOffer({ name, denominations }: ProductSummary, { brand: { organizationName } }: ShopData) {
  const range = priceRange(denominations);
  if (!range) return t("product.offer", { product: name, shop: organizationName });
  const { low, high } = range;
  const prices = low === high ? formatMoney(low) : describeLimits({ min: low, max: high });
  return t("product.offerAt", { product: name, shop: organizationName, prices });
}

const priceRange = (denominations: ProductSummary["denominations"]) =>
  denominations.length > 0
    ? {
        low: Math.min(...denominations.map(({ min }) => min)),
        high: Math.max(...denominations.map(({ max }) => max)),
      }
    : null;

const rupees = (paise: number) => (paise / 100).toFixed(2);
