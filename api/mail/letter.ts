import type { Tenant } from "../../config/schema.ts";
import { hasLink } from "../domain/links.ts";
import { escapeHtml } from "../html.ts";
import type { Message } from "./mailer.ts";

/** A mail without its id, which the outbox gives it. */
export type Letter = Omit<Message, "id">;

/** A piece of a mail, as text and as HTML rows of its table. */
export type Part = { text: string; html: string };

const row = (html: string, style = "") =>
  `<tr><td style="padding:0 24px 16px;font-size:16px;line-height:24px${style}">${html}</td></tr>`;

export const paragraph = (text: string): Part => ({ text, html: row(escapeHtml(text).replaceAll("\n", "<br>")) });

/** A link that stands alone; its address is shown too, for programs that show no links. */
export const link = (label: string, url: string): Part => ({
  text: `${label}: ${url}`,
  html: row(
    `<a href="${escapeHtml(url)}" style="color:#18181b;font-weight:bold">${escapeHtml(label)}</a><br>` +
      `<span style="font-size:14px;overflow-wrap:anywhere">${escapeHtml(url)}</span>`,
  ),
});

/** A link that is what the mail is about. */
export const button = (label: string, url: string): Part => ({
  text: `${label}: ${url}`,
  html: row(
    `<a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:10px;background:#18181b;` +
      `color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a>`,
    ";padding-top:8px",
  ),
});

/** Somebody's own words. */
export const quotation = (text: string): Part => ({
  text: text.replaceAll(/^/gm, "> "),
  html: row(
    `<div style="padding:12px 16px;border-radius:10px;background:#f4f4f5">${escapeHtml(text).replaceAll("\n", "<br>")}</div>`,
  ),
});

/** A picture as wide as the mail; where mail is read as text it is not there. */
export const picture = (url: string, alt: string): Part => ({
  text: "",
  html: row(
    `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="552" style="display:block;width:100%;height:auto;border-radius:10px">`,
  ),
});

/** A code to be typed in. */
export const code = (value: string): Part => ({
  text: value,
  html: row(escapeHtml(value), ";font-size:28px;line-height:36px;font-family:monospace;letter-spacing:6px"),
});

type Parts = Pick<Letter, "to" | "subject"> & { replyTo?: string; parts: Part[] };

/** A mail in the brand's dress: its name above, `parts`, and where to ask below. */
export function composeLetter({ id, branding }: Tenant, { to, subject, replyTo, parts }: Parts): Letter {
  const questions = branding.email === undefined ? [] : [`Questions? ${branding.email}`];
  const text = [...parts.map((part) => part.text).filter((text) => text !== ""), ...questions].join("\n\n");
  return { to, subject, ...(replyTo && { replyTo }), text: `${text}\n`, html: html() };

  // Mail programs know neither style sheets nor grids: one table of 600, styles on the elements.
  function html() {
    return `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f4f4f5;font-family:Arial,sans-serif;color:#18181b">
<table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" style="max-width:600px;width:100%;background:#ffffff">
<tr><td style="padding:20px 24px;border-top:6px solid ${branding.primary_color ?? "#18181b"};font-size:20px;font-weight:bold">${escapeHtml(shopName({ id, branding }))}</td></tr>
${[...parts.map((part) => part.html), ...questions.map((line) => row(escapeHtml(line), ";font-size:14px"))].join("\n")}
</table></body></html>
`;
  }
}

/** How a brand calls itself in its mail. */
export const shopName = ({ id, branding }: Pick<Tenant, "id" | "branding">) => branding.organization_name ?? id;

/**
 * How a mail to a shopper begins. Their name is whatever somebody typed, so that a mailbox which nobody has proven to be
 * theirs gets none of it; nor does anybody get a name that looks like a link.
 */
export const greet = ({ username, email_verified_at }: { username: string; email_verified_at: number | null }) =>
  email_verified_at === null || hasLink(username) ? "Hello" : `Hello ${username}`;
