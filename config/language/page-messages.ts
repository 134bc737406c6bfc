import type { CompiledMessage } from "icu-minify/format";

import type { Language } from "./language.ts";

/** The parts of a language that a browser needs. */
export type PageLanguage = Pick<Language, "code" | "locale" | "direction"> & {
  /** As in Language; absent: none. */
  untranslated?: readonly string[];
  messages: Record<string, CompiledMessage>;
};

/** The element with the language of a page whose screen React takes over in the browser. */
export const PAGE_LANGUAGE_ID = "language";

/** The areas that such screens use. */
const AREAS = /^(?:payment|ui)\./;

/** Undefined for English, which comes with the script, so that documents stay small. */
export function pageLanguage({
  code,
  locale,
  direction,
  untranslated,
  ids,
  message,
}: Language): PageLanguage | undefined {
  if (code === "en") return undefined;
  const messages = ids.filter((id) => AREAS.test(id)).map((id) => [id, message(id)] as const);
  const english = untranslated.length > 0 ? { untranslated } : {};
  return { code, locale, direction, ...english, messages: Object.fromEntries(messages) };
}
