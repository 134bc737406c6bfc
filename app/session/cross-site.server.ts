import type { RequestHandler } from "express";

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Called from other sites by design; none of them changes anything on its caller's word. */
const EXEMPT_PATHS = ["/payment-success", "/payment-notification"];

const REFUSAL = `This request did not come from the shop's own pages, so nothing was changed.

If you pressed a button of the shop: your browser hides where it comes from. Let it send the Referer header (in Lynx:
REFERER_WITH_QUERY:SEND in lynx.cfg), go back and press again.
`;

/**
 * Refuses unsafe requests that do not come from the tenant's own pages: Sec-Fetch-Site, else Origin, else Referer must
 * name its origin; with none of the three the answer is 403. A sibling brand's hostname is another site too.
 */
export const refuseCrossSite: RequestHandler = (req, res, next) => {
  if (SAFE_METHODS.includes(req.method)) return next();
  if (req.method === "POST" && EXEMPT_PATHS.includes(req.path)) return next();
  if (isSameOrigin(req.headers, req.site.origin)) return next();
  req.log.info("cross-site request refused");
  res.status(403).type("text").send(REFUSAL);
};

function isSameOrigin(headers: Record<string, string | string[] | undefined>, origin: string) {
  const { "sec-fetch-site": fetchSite, origin: sentOrigin, referer } = headers;
  // A browser that sends Sec-Fetch-Site has decided; Origin must not contradict it.
  if (fetchSite !== undefined)
    return fetchSite === "same-origin" && (sentOrigin === undefined || sentOrigin === origin);
  if (sentOrigin !== undefined) return sentOrigin === origin;
  return typeof referer === "string" && URL.canParse(referer) && new URL(referer).origin === origin;
}

/**
 * A gateway may send the browser back by POST, from its own site and so without cookies: the answer is the page's own
 * GET with the order id and nothing else of what came. React Router would refuse the foreign Origin.
 */
export const answerGatewayReturn: RequestHandler = (req, res) => {
  const orderId = req.query.orderid;
  const search = typeof orderId === "string" ? `?${new URLSearchParams({ orderid: orderId })}` : "";
  res.redirect(303, `/payment-success${search}`);
};
