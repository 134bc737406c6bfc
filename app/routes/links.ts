import { toRupees } from "#app/base/money.ts";
import type { Product } from "#app/commerce/types.ts";
import { firstInStock } from "#app/pricing/stock.ts";
import { safeImageUrl } from "#app/tenant/urls.ts";

import type { Tenant } from "../../config/brand/schema.ts";

/** The product page's URL with a choice. Adds the name for backends that cannot find a product by id. */
export function productHref(
  product: Pick<Product, "id" | "name">,
  tenant: Tenant,
  choice: { denomination?: number; quantity?: number } = {},
) {
  const search = new URLSearchParams({ product: product.id });
  if (choice.denomination) search.set("denomination", String(toRupees(choice.denomination)));
  if (choice.quantity) search.set("quantity", String(choice.quantity));
  if (!tenant.features.productById) search.set("name", product.name);
  return `/shopping-cart?${search}`;
}

/** A search suggestion: links the product with its first available amount and quantity 1. */
export const toSuggestion = (product: Product, tenant: Tenant) => ({
  name: product.name,
  href: productHref(product, tenant, {
    denomination: firstInStock(product) ?? product.denominations[0]?.min,
    quantity: 1,
  }),
  imageUrl: safeImageUrl(product.imageUrl, tenant),
});

export const toSummary = (product: Product, tenant: Tenant) => ({
  id: product.id,
  name: product.name,
  imageUrl: safeImageUrl(product.imageUrl, tenant),
  isAvailable: product.isAvailable && product.denominations.length > 0,
  denominations: product.denominations,
  stock: product.stock,
});

/** A card in the wallet. */
export const cardHref = (id: string) => `/wallet/${encodeURIComponent(id)}`;

export const confirmDeviceHref = (returnTo: string) => `/confirm-device?returnTo=${encodeURIComponent(returnTo)}`;

/** The address of a page of the sign-in by phone, from which the shopper goes on to `returnTo`. */
export const phonePageHref = (page: "/phone" | "/phone-code", returnTo: string): string =>
  returnTo === "/" ? page : `${page}?${new URLSearchParams({ returnTo })}`;

/** The address of a mailed link that confirms an e-mail address. */
export const verifyEmailHref = (token: string): string => `/verify-email?${new URLSearchParams({ token })}`;
