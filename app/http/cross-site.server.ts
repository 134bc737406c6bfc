import type { RequestHandler } from "express";

import { hasFormProof } from "#app/session/form-proof.server.ts";

import { inLanguage } from "../../config/language/current.ts";
import { t } from "../../config/language/t.ts";
import { isMessageReceipt } from "./message-receipts.ts";
import { paymentReturnHref } from "./payment-return-href.ts";
import { readBody } from "./request-body.server.ts";
import { isSafeMethod } from "./safe-methods.ts";

/** The payment's id is the authorisation here (api/routes/sandbox.ts): the demo bank has no session to protect. */
const PROVEN_BY_ID = "/sandbox/upi";

const refusal = () => `${t("messages.otherSite")}\n\n${t("messages.otherSiteHelp")}\n`;

/**
 * Refuses unsafe requests from other origins, by Sec-Fetch-Site, else Origin, else Referer, else the form's proof.
 * Receipts of messages are exempt, because the API checks their own proof.
 * @param exempt the paths that other sites may POST to, also with a slash at the end
 */
export const refuseCrossSite =
  (exempt: ReadonlySet<string>): RequestHandler =>
  (req, res, next) => {
    if (isSafeMethod(req.method)) return next();
    if (req.method === "POST" && (exempt.has(req.path.replace(/\/$/, "")) || isMessageReceipt(req.path))) return next();
    const refuse = () => {
      req.log.info("cross-site request refused");
      res.status(403).type("text").send(inLanguage(req.language, refusal));
    };
    const said = saysSameOrigin(req.headers, req.site.origin);
    if (said !== null) return said ? next() : refuse();
    if (req.path === PROVEN_BY_ID) return next();
    readBody(req, res, (error?: unknown) => {
      if (error) return next(error);
      hasFormProof(req.body, req.headers, req.site).then((isProven) => (isProven ? next() : refuse()), next);
    });
  };

/** Null if the headers do not show it. */
function saysSameOrigin(headers: Record<string, string | string[] | undefined>, origin: string): boolean | null {
  const { "sec-fetch-site": fetchSite, origin: sentOrigin, referer } = headers;
  // Sec-Fetch-Site decides, but Origin must not contradict it.
  if (fetchSite !== undefined)
    return fetchSite === "same-origin" && (sentOrigin === undefined || sentOrigin === origin);
  if (sentOrigin !== undefined) return sentOrigin === origin;
  if (referer === undefined) return null;
  return typeof referer === "string" && URL.canParse(referer) && new URL(referer).origin === origin;
}

/** A gateway may return the browser by POST from its own site, which React Router would refuse: redirects to a GET. */
export const answerGatewayReturn: RequestHandler = (req, res) => {
  res.redirect(303, paymentReturnHref(new URL(req.originalUrl, req.site.origin)));
};
