import { currentLanguage } from "../../config/language/current.ts";

/** The fields of a product that can have texts in several languages. Categories and subcategories have only a name. */
export const TRANSLATED_FIELDS = ["name", "details", "terms_and_conditions", "how_to_use"] as const;
export type TranslatedField = (typeof TRANSLATED_FIELDS)[number];

type Texts = Partial<Record<TranslatedField, string>>;
/** Texts by the code of their language. The row itself has those in the brand's first language. */
export type Translations = Record<string, Texts>;

/** The content of the column `translations`. */
export const readTranslations = (json: string): Translations => JSON.parse(json) as Translations;

/** A row with its texts in the current language, as far as it has them. */
export function translated<Row extends { translations: string }>(row: Row): Row {
  return row.translations === "{}" ? row : { ...row, ...readTranslations(row.translations)[currentLanguage().code] };
}

/** The name in a language; undefined if it has none. `code` may be any text, also one such as "constructor". */
export function nameIn(json: string, code: string): string | undefined {
  const translations = readTranslations(json);
  return Object.hasOwn(translations, code) ? translations[code]!.name : undefined;
}

/** The names in all other languages. */
export const otherNames = (translations: Translations): string[] =>
  Object.values(translations).flatMap(({ name }) => name ?? []);

/** The languages of the names in `translations`, for the column `named_in`: each code stands between commas. */
export function namedIn(translations: Translations): string {
  const codes = Object.keys(translations).filter((code) => translations[code]!.name !== undefined);
  return codes.length === 0 ? "" : `,${codes.join(",")},`;
}

/** The texts after a change: each given text replaces the former one, and an empty one removes it. Languages and fields are sorted. */
export function changeTranslations(before: Translations, given: Translations = {}): Translations {
  const codes = [...new Set([...Object.keys(before), ...Object.keys(given)])].toSorted();
  const all = codes.map((code) => {
    const texts = { ...before[code], ...given[code] };
    const kept = TRANSLATED_FIELDS.flatMap((field) => (texts[field] ? [[field, texts[field]] as const] : []));
    return [code, Object.fromEntries(kept)] as const;
  });
  return Object.fromEntries(all.filter(([, texts]) => Object.keys(texts).length > 0));
}
