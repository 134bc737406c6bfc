import type { Brand } from "#app/tenant/brand.ts";
import { withVersion } from "#app/tenant/picture-url.ts";
import { textLanguage } from "#app/texts/area-language.ts";
import { canonicalHref } from "#app/texts/language-href.ts";
import { currentLanguage } from "#language/current";

import { t } from "../../../config/language/t.ts";

/** The root loader's data. */
export type ShopData = { brand: Brand; origin: string };

export type PageHeadProps = {
  /** Absent if the root loader failed. */
  shop?: ShopData;
  /** Without the shop's name, which PageHead adds. */
  title: string;
  /** One or two sentences for search results and link previews. Default: the title in a sentence. */
  description?: string;
  /** The picture for link previews, 1200 x 630. Default: the brand's. */
  picture?: { url: string; alt: string };
  /** The canonical path. Absent: the page is private, and search engines must not index it. */
  path?: string;
};

/** Title, description, canonical URL and link preview; React moves them into <head>. */
export const PageHead = (props: PageHeadProps) => (
  <>
    <PageTitle shop={props.shop} title={props.title} />
    {import.meta.env.SSR && <Description {...props} />}
  </>
);

/** Separate, because browsers render the title too. */
export const PageTitle = ({ shop, title }: Pick<PageHeadProps, "shop" | "title">) => (
  <title lang={textLanguage(title)}>{shop ? `${title} · ${shop.brand.productName}` : title}</title>
);

/** For robots only. Static markup, so that browsers load no code for it. */
export function Description({ shop, title, description, picture, path }: PageHeadProps) {
  const name = shop?.brand.productName;
  const sentence =
    description ?? (name ? t("frame.descriptionAt", { title, shop: name }) : t("frame.description", { title }));
  return (
    <>
      <meta name="description" content={sentence} />
      {shop && path !== undefined ? (
        <Preview shop={shop} title={title} description={sentence} picture={picture} path={path} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}

type PreviewProps = {
  shop: ShopData;
  title: string;
  description: string;
  picture: PageHeadProps["picture"];
  path: string;
};

/** Open Graph tags (ogp.me) for link previews. */
function Preview({ shop, title, description, picture, path }: PreviewProps) {
  const { pictureVersion, productName, languages } = shop.brand;
  const { code, locale } = currentLanguage();
  const url = shop.origin + canonicalHref(path, code, languages);
  const { url: src, alt } = picture ?? {
    url: withVersion("/media/brand/social.png", pictureVersion),
    alt: productName,
  };
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={shop.brand.productName} />
      <meta property="og:locale" content={locale.replace("-", "_")} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={new URL(src, shop.origin).href} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** Cuts a text at a word, to at most 160 characters, so that search results show it whole. */
export function shorten(text: string, maxCharacters = 160): string {
  const characters = [...text.replaceAll(/\s+/g, " ").trim()];
  if (characters.length <= maxCharacters) return characters.join("");
  const cut = characters.slice(0, maxCharacters - 1).join("");
  return `${cut.replace(/\s\S*$/, "").replace(/[\s,;:.]+$/, "")}…`;
}
