import { currentLanguage } from "#language/current";

import { keepByKey } from "../../config/language/keep.ts";
import type { MessageId } from "../../config/language/message-ids.ts";

/** The `lang` of an element with this message: "en" if the language does not have its area, else undefined. */
export function areaLanguage(id: MessageId): "en" | undefined {
  const { untranslated } = currentLanguage();
  return untranslated.length > 0 && untranslated.includes(id.slice(0, id.indexOf("."))) ? "en" : undefined;
}

/**
 * The same for a text that comes as a value, such as a title, by its letters: English in a language with other ones, else the page's
 * language, because the element around it can be English. A language with Latin letters gets no mark.
 */
export function textLanguage(text: string): string | undefined {
  const { untranslated, locale } = currentLanguage();
  if (untranslated.length === 0) return undefined;
  const own = lettersOf(locale);
  if (own.test(text)) return own.source === LATIN.source ? undefined : locale;
  return LATIN.test(text) ? "en" : undefined;
}

const LATIN = /\p{Script=Latin}/u;
const lettersOf = keepByKey((locale) => new RegExp(`\\p{Script=${new Intl.Locale(locale).maximize().script}}`, "u"));
