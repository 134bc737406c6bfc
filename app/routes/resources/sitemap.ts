import { href } from "react-router";

import { backendContext, siteContext } from "#app/request/context.ts";
import { catalogueHref } from "#app/routes/catalogue/product-query.ts";
import { productHref } from "#app/routes/links.ts";
import { canonicalHref } from "#app/texts/language-href.ts";

import type { Tenant } from "../../../config/brand/schema.ts";
import { languages } from "../../../config/language/current.ts";
import type { Route } from "./+types/sitemap";

const PAGES = [
  href("/purchase-voucher"),
  href("/redeem-voucher"),
  href("/redemptionpage"),
  href("/help-center"),
  href("/about-us"),
  href("/contact-us"),
  href("/terms-conditions"),
  href("/privacy"),
  href("/cookies"),
];

/** Lists all indexable pages in all languages (sitemaps.org, and hreflang as search engines read it there). */
export async function loader({ context }: Route.LoaderArgs) {
  const { tenant, origin } = context.get(siteContext);
  const { catalogue } = context.get(backendContext);
  const [home, products] = await Promise.all([catalogue.getHome(), catalogue.getAllProducts()]);
  if (!products.ok) return new Response(null, { status: 503, headers: { "Retry-After": "600" } });

  const { categories, subcategories } = home.ok ? home.value : { categories: [], subcategories: [] };
  const paths = [
    catalogueHref({}),
    ...categories.map(({ id }) => catalogueHref({ category: id })),
    ...subcategories.map(({ id }) => catalogueHref({ subcategories: [id] })),
    ...products.value.map((product) => productHref(product, tenant)),
    ...PAGES,
  ];
  const urls = paths.flatMap((path) => describePage(origin, path, tenant));
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACES}>\n${urls.join("\n")}\n</urlset>\n`;
  return new Response(xml, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}

const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/**
 * A page in each language of the brand, each with the addresses of all. They are here, because pages of a brand with two languages
 * would be 2 % larger.
 */
function describePage(origin: string, path: string, { languages: codes }: Pick<Tenant, "languages">): string[] {
  const offered = codes.map((code) => languages.get(code)!);
  const addressOf = (code: string) => escapeXml(origin + canonicalHref(path, code, offered));
  const links = offered.map(
    ({ code, locale }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${addressOf(code)}"/>`,
  );
  const alternates = offered.length > 1 ? links.join("") : "";
  return offered.map(({ code }) => `<url><loc>${addressOf(code)}</loc>${alternates}</url>`);
}

const escapeXml = (text: string) => text.replaceAll(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
