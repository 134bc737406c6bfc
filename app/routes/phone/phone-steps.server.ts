import { href, redirectDocument } from "react-router";

import { fail, type Result, succeed } from "#app/commerce/result.ts";
import { phonePageHref } from "#app/routes/links.ts";
import type { PhoneStep, Session } from "#app/session/session.server.ts";
import { safePath } from "#app/tenant/urls.ts";

import { t } from "../../../config/language/t.ts";

type Sent = { transaction: string; expiresIn: number; resendAfter: number };
type Send = (phone: string) => Promise<Result<Sent>>;
type Asked = Pick<PhoneStep, "purpose" | "phone" | "wantsWhatsApp">;

/** The number that waits for its code, for this purpose. */
export const findPhoneStep = ({ phone }: Session, purpose: PhoneStep["purpose"]): PhoneStep | null =>
  phone?.purpose === purpose ? phone : null;

/**
 * Has a code sent, and keeps the number and the transaction in the browser. While a code is on its way to the same number, none is
 * sent: the shopper may have pressed twice.
 */
export async function askForCode(session: Session, asked: Asked, send: Send): Promise<Result<PhoneStep>> {
  const known = findPhoneStep(session, asked.purpose);
  if (known?.phone === asked.phone && known.resendAt > Date.now()) {
    const step = { ...known, wantsWhatsApp: asked.wantsWhatsApp };
    session.setPhone(step);
    return succeed(step);
  }
  const sent = await send(asked.phone);
  if (!sent.ok) return fail(sent.error);
  const { transaction, resendAfter } = sent.value;
  const step = { ...asked, transaction, resendAt: Date.now() + resendAfter * 1000, isDormant: false };
  session.setPhone(step);
  return succeed(step);
}

export const returnToOf = (url: URL): string => safePath(url.searchParams.get("returnTo"));

/** The parameter of the second page's address for a browser without any cookie, which may not keep the number. */
const SENT = "sent";

/** The address of the second page after a code was sent. */
export const hrefAfterCode = (request: Request, returnTo: string): string =>
  request.headers.has("cookie")
    ? phonePageHref("/phone-code", returnTo)
    : `/phone-code?${new URLSearchParams({ returnTo, [SENT]: "" })}`;

/** Leads to the first step. There a browser that keeps no cookies shows the reason. */
export function redirectToPhone(session: Session, url: URL) {
  const first = phonePageHref("/phone", returnToOf(url));
  if (url.searchParams.has(SENT)) return redirectDocument(`${href("/phone")}?signed-in`, 303);
  session.setFlash({ kind: "error", text: t("messages.askForPhoneCode") });
  return redirectDocument(first, 303);
}
