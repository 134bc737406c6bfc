import type { Tenant } from "../../config/schema.ts";
import { hasLink } from "../domain/links.ts";
import type { Message } from "../ports/mailer.ts";
import { escapeHtml } from "./html.ts";
import { lookOf } from "./look.ts";
import { type Part, row } from "./parts.ts";

/** A mail without its id, which the outbox gives it. */
export type Letter = Omit<Message, "id">;

type Parts = Pick<Letter, "to" | "subject"> & {
  replyTo?: string;
  parts: Part[];
  /** Why they get it; absent: because they have an account. */
  reason?: string;
};

/** A mail in the brand's look: icon and name above, `parts`, and below who sent it, why, and where to ask. */
export function composeLetter(tenant: Tenant, { to, subject, replyTo, parts, reason }: Parts): Letter {
  const look = lookOf(tenant);
  const footer = [...footerOf(tenant), reason ?? `You get this mail because you have an account at ${look.name}.`];
  const text = [...parts.map((part) => part.text).filter((text) => text !== ""), `-- \n${footer.join("\n")}`];
  return { to, subject, ...(replyTo && { replyTo }), text: `${text.join("\n\n")}\n`, html: html() };

  function html() {
    return `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${DARK}</style></head>
<body class="ground" style="margin:0;background:#f4f4f5;font-family:Arial,sans-serif;color:#18181b">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(previewOf(parts))}</div>
<table class="sheet" role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" style="max-width:600px;width:100%;background:#ffffff">
<tr><td style="padding:20px 24px;border-top:6px solid ${look.primary};font-size:20px;font-weight:bold">
<img src="${escapeHtml(look.iconUrl)}" alt="" width="36" height="36" style="vertical-align:middle;border-radius:8px">
<span style="vertical-align:middle;padding-left:8px">${escapeHtml(look.name)}</span></td></tr>
${parts.map((part) => part.html(look)).join("\n")}
${row(footer.map(escapeHtml).join("<br>"), ";padding-top:16px;border-top:1px solid #d4d4d8;font-size:14px;line-height:20px")}
</table></body></html>
`;
  }
}

/** The brand's colours stay; white and black change places. */
const DARK =
  "@media (prefers-color-scheme:dark){.ground{background:#09090b!important}" +
  ".sheet{background:#18181b!important;color:#fafafa!important}" +
  ".box{background:#27272a!important}.link{color:#fafafa!important}}";

/** What lists of mail show behind the subject: the first sentence, without the greeting. */
const previewOf = ([first]: Part[]) => first?.text.split("\n").at(-1) ?? "";

/** Who sent it: the legal entity with address and GSTIN, and where to ask. */
function footerOf({ id, branding, legal }: Tenant): string[] {
  return [
    [legal.entity ?? branding.organization_name ?? id, branding.address].filter(Boolean).join(", "),
    legal.gstin && `GSTIN ${legal.gstin}`,
    branding.email && `Questions? ${branding.email}`,
  ].filter((line) => line !== undefined && line !== "") as string[];
}

/**
 * How a mail to a shopper begins. Their name is whatever somebody typed, so that a mailbox which nobody has proven to be
 * theirs gets none of it; nor does anybody get a name that looks like a link.
 */
export const greet = ({ username, email_verified_at }: { username: string; email_verified_at: number | null }) =>
  email_verified_at === null || hasLink(username) ? "Hello" : `Hello ${username}`;
