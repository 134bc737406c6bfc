import { PREVIEW_PAGES, type PreviewChoices } from "../preview/pages.ts";

/** The shop's mails that a preview can show, by their kinds in the API. */
const MAILS: Record<string, string> = {
  vouchers: "Mail: gift cards of an order",
  gift: "Mail: a gift",
  refund: "Mail: a refund",
  "verify-email": "Mail: confirm the address",
  "reset-code": "Mail: code for a new password",
  "confirm-device": "Mail: code for a new device",
};

const PREFIX = "mail-";

/** The choices of a preview: pages and mails, by the values of `preview-page`. */
export const BRAND_PREVIEWS: Record<string, string> = {
  ...PREVIEW_PAGES,
  ...Object.fromEntries(Object.entries(MAILS).map(([kind, label]) => [PREFIX + kind, label])),
};

/** The API's name of the chosen mail; undefined if a page is chosen. */
export function mailIn(choices: PreviewChoices): string | undefined {
  const wanted = choices.get("preview-page");
  if (typeof wanted !== "string" || !wanted.startsWith(PREFIX)) return undefined;
  const kind = wanted.slice(PREFIX.length);
  return Object.hasOwn(MAILS, kind) ? kind : undefined;
}
