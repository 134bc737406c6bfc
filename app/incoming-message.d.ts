/// <reference types="pino-http" />
import type { Site } from "#app/tenant/site.server.ts";

import type { Language } from "../config/language/language.ts";

declare module "http" {
  interface IncomingMessage {
    /** The storefront's listener sets these before Express, except the last. */
    site: Site;
    language: Language;
    /** Absent if the shopper has chosen no language in this browser. `now`: with this request, on the shop's own page. */
    languageChoice?: "now" | "before";
    /** Shown on the error page, and in each line of both programs' logs about this request. */
    requestId: string;
    /** The shopper's address, from the headers of trusted proxies; "" if there is none. */
    clientAddress: string;
    /** The path without its secret, such as a gift's token. */
    loggedPath: string;
    /** The path contains a secret. */
    isSecret: boolean;
    /** Absent if the request has no body. */
    bodyTimer?: NodeJS.Timeout;
    /** Such as "/gift/:code", for metrics; absent if no React Router route answered. */
    routePattern?: string;
  }
}
