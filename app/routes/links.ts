import type { Tenant } from "../../config/schema.ts";
import { safeImageUrl } from "#app/tenant/urls.ts";
import { toRupees } from "#app/commerce/money.ts";
import { firstInStock } from "#app/pricing/stock.ts";
import type { Product } from "#app/commerce/types.ts";

/** The product page with a choice; the name travels along for a host that cannot answer one product by its id. */
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

/** A found product as a link with the first amount that can be had, and quantity 1. */
export const toSuggestion = (product: Product, tenant: Tenant) => ({
  name: product.name,
  href: productHref(product, tenant, {
    denomination: firstInStock(product) ?? product.denominations[0]?.min,
    quantity: 1,
  }),
  imageUrl: safeImageUrl(product.imageUrl, tenant),
});

/** A product as the cards show it, its picture's address checked. */
export const toSummary = (product: Product, tenant: Tenant) => ({
  id: product.id,
  name: product.name,
  imageUrl: safeImageUrl(product.imageUrl, tenant),
  isAvailable: product.isAvailable && product.denominations.length > 0,
  denominations: product.denominations,
  stock: product.stock,
});

/** The page that confirms the device, and leads back to `returnTo`. */
export const confirmDeviceHref = (returnTo: string) => `/confirm-device?returnTo=${encodeURIComponent(returnTo)}`;
