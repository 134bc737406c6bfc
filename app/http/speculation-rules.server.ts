import type { RequestHandler } from "express";

export const SPECULATION_RULES_PATH = "/speculation-rules.json";

/** Links to other languages: a page that is loaded in advance would set the cookie. */
const LANGUAGES = 'a[href*="lang="]';

/** Links that a <page-region> handles in place. */
const IN_PLACE = 'page-region a:is([href="/"], [href^="/?"], [href^="/#"])';

/**
 * Lets browsers prefetch these paths on pointer down. Not on hover, which would spend a phone's data. Hydrated pages do not link
 * the rules: their forms change the cart or the session while prefetched pages stay.
 */
export function answerSpeculationRules(paths: string[]): RequestHandler {
  const where = { and: [{ href_matches: paths }, { not: { selector_matches: [IN_PLACE, LANGUAGES] } }] };
  const json = JSON.stringify({ prefetch: [{ where, eagerness: "conservative" }] });
  return (_req, res) => {
    res.set("Cache-Control", "public, max-age=86400").type("application/speculationrules+json").send(json);
  };
}

/** A form may change a prefetched page, which browsers would show for up to five minutes. Each POST therefore clears them. */
export const forgetFetchedPages: RequestHandler = (req, res, next) => {
  if (req.method === "POST") res.set("Clear-Site-Data", '"prefetchCache"');
  next();
};
