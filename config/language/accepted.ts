import Negotiator from "negotiator";

import type { Language } from "./language.ts";

/** The first of `offered` that Accept-Language prefers; undefined if it accepts none. */
export const acceptedLanguage = (headers: { "accept-language"?: string }, offered: string[]): string | undefined =>
  new Negotiator({ headers }).languages(offered)[0];

/** Accept-Language for a call in a language. The code is added, because several languages may share a locale. */
export const askFor = ({ locale, code }: Pick<Language, "locale" | "code">): string => `${locale}, ${code};q=0.9`;
