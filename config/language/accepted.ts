import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

import type { Language } from "./language.ts";

type Codes = LRUCache<string, { code: string | undefined }>;

/** Reading a header takes longer than the rest of a kept page. By a brand's list of languages; headers are few, and anybody can send others. */
const known = new WeakMap<string[], Codes>();
const MOST_HEADERS = 500;

/** The first of `offered` that Accept-Language prefers; undefined if it accepts none. */
export function acceptedLanguage(headers: { "accept-language"?: string }, offered: string[]): string | undefined {
  const { "accept-language": header } = headers;
  if (header === undefined) return undefined;
  const codes: Codes = known.get(offered) ?? new LRUCache({ max: MOST_HEADERS });
  known.set(offered, codes);
  const found = codes.get(header) ?? { code: new Negotiator({ headers }).languages(offered)[0] };
  codes.set(header, found);
  return found.code;
}

/** Accept-Language for a call in a language. The code is added, because several languages may share a locale. */
export const askFor = ({ locale, code }: Pick<Language, "locale" | "code">): string => `${locale}, ${code};q=0.9`;
