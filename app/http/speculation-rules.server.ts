import type { RequestHandler } from "express";

/** Pages that change nothing when they are read; none of a payment, none that a link in a mail opens. */
const PATHS = [
  "/",
  "/search",
  "/shopping-cart",
  "/cart",
  "/login",
  "/order-history",
  "/edit-profile",
  "/redeem-voucher",
];

/** Links that a <page-region> answers by itself. */
const IN_PLACE = 'page-region a:is([href="/"], [href^="/?"], [href^="/#"])';

/**
 * For browsers that can fetch a page when its link is pressed, some 100 ms before it is let go; not when it is only
 * pointed at, since a cheap phone's data is not ours to spend. A file of its own, which documents name in 50 bytes. Pages
 * that hydrate do not: their forms change the cart, or sign in, while the page with what it has fetched stays.
 */
export const speculationRules = {
  path: "/speculation-rules.json",
  type: "application/speculationrules+json",
  json: JSON.stringify({
    prefetch: [
      { where: { and: [{ href_matches: PATHS }, { not: { selector_matches: IN_PLACE } }] }, eagerness: "conservative" },
    ],
  }),
};

/**
 * Browsers show what they fetched up to five minutes later, should the press have become a scroll: not once a form has
 * changed something, in whichever tab.
 */
export const forgetFetchedPages: RequestHandler = (req, res, next) => {
  if (req.method === "POST") res.set("Clear-Site-Data", '"prefetchCache"');
  next();
};

export const answerSpeculationRules: RequestHandler = (_req, res) => {
  res.set("Cache-Control", "public, max-age=86400").type(speculationRules.type).send(speculationRules.json);
};
