import { currentLanguage } from "#language/current";

/**
 * The `lang` of a text that a brand wrote, unless it is written like the page's language: Devanagari counts as Hindi, Latin
 * letters count as English.
 */
export function languageOf(text: string): "en" | "hi" | undefined {
  const { script } = new Intl.Locale(currentLanguage().locale).maximize();
  if (/\p{Script=Devanagari}/u.test(text)) return script === "Deva" ? undefined : "hi";
  return script !== "Latn" && /\p{Script=Latin}/u.test(text) ? "en" : undefined;
}
