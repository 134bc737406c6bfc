import { brandingNow } from "../../../config/brand/branding.ts";
import type { Tenant } from "../../../config/brand/schema.ts";
import { currentLanguage } from "../../../config/language/current.ts";
import { t } from "../../../config/language/t.ts";
import { hasLink } from "../../domain/links.ts";
import type { Message } from "../../ports/mailer.ts";
import { escapeHtml } from "./html.ts";
import { lookOf, shopName } from "./look.ts";
import { paragraph, type Part, row } from "./parts.ts";

/** A mail without its id, which comes from the outbox. */
export type Letter = Omit<Message, "id">;

type Parts = Pick<Letter, "to" | "subject"> & {
  replyTo?: string;
  parts: Part[];
  /** The reason for the mail; by default, the recipient's account. */
  reason?: string;
};

/**
 * Composes a mail in the brand's look: icon and name above `parts`; below them the sender, the reason, and a contact.
 */
export function composeLetter(tenant: Tenant, { to, subject, replyTo, parts, reason }: Parts): Letter {
  const look = lookOf(tenant);
  const footer = [...footerOf(tenant), reason ?? t("mail.accountReason", { shop: look.name })];
  const text = [...parts.map((part) => part.text).filter((text) => text !== ""), `-- \n${footer.join("\n")}`];
  return { to, subject, ...(replyTo && { replyTo }), text: `${text.join("\n\n")}\n`, html: html() };

  function html() {
    return `<!doctype html>
<html lang="${currentLanguage().locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
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

/** Swaps white and black, and keeps the brand's colours. */
const DARK =
  "@media (prefers-color-scheme:dark){.ground{background:#09090b!important}" +
  ".sheet{background:#18181b!important;color:#fafafa!important}" +
  ".box{background:#27272a!important}.link{color:#fafafa!important}}";

/** The preview in lists of mail: the first sentence after the greeting. */
const previewOf = ([first]: Part[]) => first?.text.split("\n").at(-1) ?? "";

/** The sender: the legal entity with address and GSTIN, and a contact. */
function footerOf({ legal, ...tenant }: Tenant): string[] {
  const branding = brandingNow(tenant);
  return [
    [legal.entity ?? shopName(tenant), branding.address].filter(Boolean).join(", "),
    legal.gstin && `GSTIN ${legal.gstin}`,
    branding.email && t("mail.questions", { email: branding.email }),
  ].filter((line) => line !== undefined && line !== "") as string[];
}

/** The shopper who gets a mail. */
export type Addressee = { username: string; email: string; email_verified_at: number | null };

/**
 * The name in the greeting of a mail to a shopper. Null without a name, and if the mailbox is unverified or the name looks like a
 * link: anybody may have typed it.
 */
export const nameOf = ({ username, email_verified_at }: Omit<Addressee, "email">) =>
  email_verified_at === null || username === "" || hasLink(username) ? null : username;

/** The first paragraph of a mail, below a greeting; null for a greeting without a name. */
export const greeting = (name: string | null, text: string): Part =>
  paragraph(`${name === null ? t("mail.helloAnybody") : t("mail.hello", { name })}\n${text}`);
