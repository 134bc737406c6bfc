import type { RequestHandler } from "express";

import type { Tenant } from "../../config/brand/schema.ts";
import { acceptedLanguage } from "../../config/language/accepted.ts";
import { inLanguage, languageAmong } from "../../config/language/current.ts";

/** Answers in the brand's language that the caller prefers, or in its first one. */
export const inAcceptedLanguage =
  ({ languages: offered }: Tenant): RequestHandler =>
  (req, _res, next) => {
    inLanguage(languageAmong(offered, acceptedLanguage(req.headers, offered)), next);
  };
