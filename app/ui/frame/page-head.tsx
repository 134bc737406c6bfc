import type { Brand } from "#app/tenant/brand.ts";

/** What every page knows of its shop: the root loader's data. */
export type ShopData = { brand: Brand; origin: string };

export type PageHeadProps = {
  /** Absent where even the root's loader failed. */
  shop?: ShopData;
  /** What the page is; the shop's name is added. */
  title: string;
  /** One or two sentences for search results and link previews; absent: the title in a sentence. */
  description?: string;
  /** What link previews show, 1200 x 630; absent: the brand's picture. */
  picture?: { url: string; alt: string };
  /** The one address of what the page shows, from the root. Absent: the page is private, and no search engine keeps it. */
  path?: string;
};

/** Title, description, canonical address and link preview of a page; React moves them into <head>. */
export const PageHead = (props: PageHeadProps) => (
  <>
    <PageTitle shop={props.shop} title={props.title} />
    {import.meta.env.SSR && <Description {...props} />}
  </>
);

/** The one part of a head that a browser renders too: where something else changed the page first, React builds it anew. */
export const PageTitle = ({ shop, title }: Pick<PageHeadProps, "shop" | "title">) => (
  <title>{shop ? `${title} · ${shop.brand.productName}` : title}</title>
);

/** What robots read, which takes no code in a browser: a page is another document, so it stays as the server wrote it. */
export function Description({ shop, title, description, picture, path }: PageHeadProps) {
  const name = shop?.brand.productName;
  const sentence =
    description ?? `${title}: gift cards and vouchers from brands across India${name ? ` at ${name}` : ""}.`;
  return (
    <>
      <meta name="description" content={sentence} />
      {shop && path !== undefined ? (
        <Preview shop={shop} title={title} description={sentence} picture={picture} url={shop.origin + path} />
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
  url: string;
};

/** What messengers and social networks show of a link (The Open Graph protocol, ogp.me). */
function Preview({ shop, title, description, picture, url }: PreviewProps) {
  const { url: src, alt } = picture ?? { url: "/media/brand/social.png", alt: shop.brand.productName };
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={shop.brand.productName} />
      <meta property="og:locale" content="en_IN" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={new URL(src, shop.origin).href} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** A sentence that search results show whole: cut at a word, at most 160 characters. */
export function shorten(text: string, maxCharacters = 160): string {
  const characters = [...text.replaceAll(/\s+/g, " ").trim()];
  if (characters.length <= maxCharacters) return characters.join("");
  const cut = characters.slice(0, maxCharacters - 1).join("");
  return `${cut.replace(/\s\S*$/, "").replace(/[\s,;:.]+$/, "")}…`;
}
