import Negotiator from "negotiator";

/** The first of `offered` that Accept-Language prefers; undefined if it accepts none. */
export const acceptedLanguage = (headers: { "accept-language"?: string }, offered: string[]): string | undefined =>
  new Negotiator({ headers }).languages(offered)[0];
