import type { Scheme } from "./scheme.ts";

type Around = {
  scheme: Scheme;
  nonce: string;
  /** The brand's stylesheet, which goes into the page. */
  css: string;
  /** The console's path for the brand's pictures, such as "/brands/acme/preview/media". */
  media: string;
  /** Pictures that only the draft has, by their path in the shop, as `data:` URLs. */
  pictures: Record<string, string>;
};

/**
 * A page of the shop as the console shows it: without scripts, and with the brand's files loaded from the console. A
 * link would open a window, which the frame may not, so links do nothing.
 */
export function toPreview(html: string, { scheme, nonce, css, media, pictures }: Around): string {
  const withPictures = Object.entries(pictures).reduce(
    (text, [path, url]) => text.replaceAll(`"${path}"`, `"${url}"`),
    html,
  );
  return withPictures
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replaceAll(/<link rel="(?:manifest|modulepreload)"[^>]*>/g, "")
    .replace("<head>", '<head><base target="_blank"/>')
    .replace(/<link[^>]* href="\/brand\.css[^>]*>/, () => `<style nonce="${nonce}">${css}</style>`)
    .replaceAll(/ href="\/assets\/([\w.-]+\.css)"/g, ` href="/preview-styles/${scheme}/$1"`)
    .replaceAll(/(["(])\/assets\/([\w.-]+\.woff2)/g, "$1/preview-styles/fonts/$2")
    .replaceAll(/(["\s])\/media\//g, `$1${media}/`);
}
