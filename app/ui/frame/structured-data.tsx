import type { ShopData } from "./page-head.tsx";

type Thing = { "@type": string } & Record<string, unknown>;

/** Schema.org facts for search engines, as a data block that browsers do not run. */
export function StructuredData({ things }: { things: Thing[] }) {
  const json = toScriptText({ "@context": "https://schema.org", "@graph": things });
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** JSON for a script element: escapes characters that could close the element or open a comment. */
const toScriptText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

export function organization({ brand, origin }: ShopData): Thing {
  return {
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: brand.legal.entity ?? brand.organizationName,
    alternateName: brand.productName,
    url: `${origin}/`,
    logo: brand.logoUrl ? new URL(brand.logoUrl, origin).href : undefined,
    email: brand.email || undefined,
    address: brand.address || undefined,
    sameAs: [brand.websiteUrl, ...Object.values(brand.social)].filter(Boolean),
  };
}

/** A schema.org BreadcrumbList; the page itself comes last. */
export function breadcrumbs(origin: string, trail: { label: string; href: string }[]): Thing {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ label, href }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: new URL(href, origin).href,
    })),
  };
}
