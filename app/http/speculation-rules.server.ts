import type { RequestHandler } from "express";

/** Pages that reading does not change. No payment pages, and no pages that mailed links open. */
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

/** Links that a <page-region> handles in place. */
const IN_PLACE = 'page-region a:is([href="/"], [href^="/?"], [href^="/#"])';

/**
 * Lets browsers prefetch a page on pointer down. Not on hover: a phone's data is not ours to spend. Hydrated pages do
 * not link it: their forms change the cart or the session while prefetched pages stay.
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

/** A form may change what was prefetched, and browsers show that for up to five minutes: each POST clears it. */
export const forgetFetchedPages: RequestHandler = (req, res, next) => {
  if (req.method === "POST") res.set("Clear-Site-Data", '"prefetchCache"');
  next();
};

export const answerSpeculationRules: RequestHandler = (_req, res) => {
  res.set("Cache-Control", "public, max-age=86400").type(speculationRules.type).send(speculationRules.json);
};
