import { languages } from "../../../config/language/current.ts";
import { TRANSLATED_FIELDS, type TranslatedField, type Translations } from "../translations.ts";

type Column = { name: string; code: string; field: TranslatedField };

/** The columns for texts in these languages, such as "name:hi". */
export const translationColumns = (codes: Iterable<string>): Column[] =>
  [...codes].flatMap((code) => TRANSLATED_FIELDS.map((field) => ({ name: `${field}:${code}`, code, field })));

const ALL = translationColumns(languages.keys());
export const TRANSLATION_NAMES = ALL.map(({ name }) => name);

const ENGLISH_NAMES = new Intl.DisplayNames("en", { type: "language" });

/**
 * The columns for all languages, with other names that people give them: "Name (Hindi)", "Hindi name".
 * @param names other names of the fields
 */
export const nameTranslationColumns = (names: Record<TranslatedField, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    ALL.map(({ name, code, field }) => {
      const tongues = [code, ENGLISH_NAMES.of(code) ?? code, languages.get(code)!.name];
      const fields = [field, ...names[field]];
      return [name, tongues.flatMap((tongue) => fields.flatMap((one) => [`${one} ${tongue}`, `${tongue} ${one}`]))];
    }),
  );

/** The texts in the cells of these columns; undefined if the table has none of them. An empty text removes the former one. */
export function readTranslationCells(columns: string[], get: (column: string) => string): Translations | undefined {
  const present = ALL.filter(({ name }) => columns.includes(name));
  if (present.length === 0) return undefined;
  const translations: Translations = {};
  for (const { name, code, field } of present) (translations[code] ??= {})[field] = get(name);
  return translations;
}

/** The cells for `translationColumns`. */
export const translationCells = (codes: Iterable<string>, translations: Translations = {}): string[] =>
  translationColumns(codes).map(({ code, field }) => translations[code]?.[field] ?? "");
