import { forceScheme, type Scheme } from "./scheme.ts";

/** A mail of the shop as the API makes it. `origin` is the shop's, which the mail's URLs begin with. */
export type ShownMail = { from: string; to: string; subject: string; text: string; html: string; origin: string };

type Around = {
  scheme: Scheme;
  /** The console's path for the brand's pictures, such as "/brands/acme/preview/media". */
  media: string;
  /** The brand's icon as a `data:` URL. */
  icon: string;
};

// System colours follow the forced scheme of the page.
const STYLE = `.about-mail{padding:8px 12px;font:14px/20px sans-serif;background:Canvas;color:CanvasText;border:0 dashed GrayText}
header.about-mail{border-bottom-width:1px}section.about-mail{border-top-width:1px}
.about-mail h1,.about-mail p,.about-mail h2{margin:0;font-size:14px;overflow-wrap:anywhere}
.about-mail pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px/18px monospace}`;

/** A mail as a mail program shows it, between its head and its plain text. Links do nothing, as in toPreview. */
export function toMailPreview(mail: ShownMail, { scheme, media, icon }: Around): string {
  const { from, to, subject, text, html, origin } = mail;
  const head =
    `<header class="about-mail"><p>From: ${escapeHtml(from)}</p><p>To: ${escapeHtml(to)}</p>` +
    `<h1>Subject: ${escapeHtml(subject)}</h1></header>`;
  const foot = `<section class="about-mail"><h2>As plain text</h2><pre>${escapeHtml(text)}</pre></section>`;
  return forceScheme(html, scheme)
    .replaceAll(`"${origin}/media/brand/icon-180.png"`, `"${icon}"`)
    .replaceAll(`"${origin}/media/`, `"${media}/`)
    .replaceAll('content="light dark"', `content="${scheme}"`)
    .replace("<head>", '<head><base target="_blank">')
    .replace("</head>", `<style>:root{color-scheme:${scheme}}${STYLE}</style></head>`)
    .replace(/<body[^>]*>/, (body) => body + head)
    .replace(/<\/body>/, () => `${foot}</body>`);
}

const escapeHtml = (text: string) => text.replaceAll(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
