import { loginHref } from "#app/base/login-href.ts";

import { t } from "../../../config/language/t.ts";

/** The parameter of the login page's address after a login. */
const SIGNED_IN = "signed-in";

/**
 * The address after a login: `next`, or, for a browser without any cookie, the login page. With the session's cookie, that page
 * redirects to `next`; without it, the page shows the reason.
 */
export const hrefAfterLogin = (request: Request, next: string): string =>
  request.headers.has("cookie") ? next : `${loginHref(next)}&${SIGNED_IN}`;

/** The reason for a visitor who has logged in and sends no session; null for others. */
export const cookieProblem = (url: URL): string | null =>
  url.searchParams.has(SIGNED_IN) ? t("messages.noCookies") : null;
