import type { RequestHandler } from "express";

import type { Tenant } from "../../config/brand/schema.ts";
import { acceptedLanguage } from "../../config/language/accepted.ts";
import { inLanguage, languages } from "../../config/language/current.ts";

/** Answers in the brand's language that the caller prefers, or in its first one. */
export const inAcceptedLanguage =
  ({ languages: offered }: Tenant): RequestHandler =>
  (req, _res, next) => {
    const code = acceptedLanguage(req.headers, offered) ?? offered[0]!;
    inLanguage(languages.get(code)!, next);
  };
