import { href } from "react-router";

import { backendContext, siteContext } from "#app/request/context.ts";
import { catalogueHref } from "#app/routes/catalogue/product-query.ts";
import { productHref } from "#app/routes/links.ts";
import { canonicalHref } from "#app/texts/language-href.ts";

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

/** Lists all indexable pages in all languages (sitemaps.org). */
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
  const languages = tenant.languages.map((code) => ({ code }));
  const all = languages.flatMap(({ code }) => paths.map((path) => canonicalHref(path, code, languages)));
  const urls = all.map((path) => `<url><loc>${escapeXml(origin + path)}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
  return new Response(xml, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}

const escapeXml = (text: string) => text.replaceAll(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
