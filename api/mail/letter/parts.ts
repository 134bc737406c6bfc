import { escapeHtml } from "./html.ts";
import type { Look } from "./look.ts";

/** A part of a mail, as text and as table rows. */
export type Part = { text: string; html(look: Look): string };

// Mail programs support neither style sheets nor grids, so this uses tables and inline styles. The classes serve the
// few that have a dark scheme (letter.ts).

export const row = (html: string, style = "") =>
  `<tr><td style="padding:0 24px 16px;font-size:16px;line-height:24px${style}">${html}</td></tr>`;

const toLines = (text: string) => escapeHtml(text).replaceAll("\n", "<br>");

export const paragraph = (text: string): Part => ({ text, html: () => row(toLines(text)) });

/** A link on its own line. */
export const link = (label: string, url: string): Part => ({
  text: `${label}: ${url}`,
  html: (look) => row(anchor(label, url, look)),
});

export const anchor = (label: string, url: string, look: Look) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${look.link};font-weight:bold">${escapeHtml(label)}</a>`;

/** The main link of a mail. */
export const button = (label: string, url: string): Part => ({
  text: `${label}: ${url}`,
  html: ({ button, buttonText, radius }) =>
    row(
      `<a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border:1px solid #71717a;` +
        `border-radius:${radius}px;background:${button};color:${buttonText};font-weight:bold;text-decoration:none">` +
        `${escapeHtml(label)}</a>`,
      ";padding-top:8px",
    ),
});

/** Text that a person wrote. */
export const quotation = (text: string): Part => ({
  text: text.replaceAll(/^/gm, "> "),
  html: ({ radius }) =>
    row(
      `<div class="box" style="padding:12px 16px;border-radius:${radius}px;background:#f4f4f5">${toLines(text)}</div>`,
    ),
});

/** A picture as wide as the mail; omitted from the text. */
export const picture = (url: string, alt: string): Part => ({ text: "", html: (look) => row(image(url, alt, look)) });

export const image = (url: string, alt: string, { radius }: Look) =>
  `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="552" ` +
  `style="display:block;width:100%;height:auto;border-radius:${radius}px">`;

/** A code for the reader to type. */
export const code = (value: string): Part => ({
  text: value,
  html: () => row(escapeHtml(value), ";font-size:28px;line-height:36px;font-family:monospace;letter-spacing:6px"),
});

/** The URL of the product picture for mail programs, or null. They do not show SVG, so a drawn card is a PNG. */
export function pictureOf(imageUrl: string, base: string): string | null {
  const [, card, version = ""] = /^(\/media\/cards\/\d+)\.svg(?:\?(v=[\w-]+))?$/.exec(imageUrl) ?? [];
  if (card !== undefined) return new URL(`${card}.png?${version && `${version}&`}crop=social`, base).href;
  const isPicture = /^(https:\/\/|\/)/.test(imageUrl) && !/\.svg(\?|$)/.test(imageUrl);
  return isPicture ? new URL(imageUrl, base).href : null;
}
