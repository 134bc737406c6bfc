import { languages } from "../../../config/language/current.ts";
import { englishName } from "../../../config/language/english-name.ts";
import { TRANSLATED_FIELDS, type TranslatedField, type Translations } from "../translations.ts";

type Column = { name: string; code: string; field: TranslatedField };

/** The columns for texts in these languages, such as "name:hi". */
export const translationColumns = (codes: Iterable<string>): Column[] =>
  [...codes].flatMap((code) => TRANSLATED_FIELDS.map((field) => ({ name: `${field}:${code}`, code, field })));

const ALL = translationColumns(languages.keys());
export const TRANSLATION_NAMES = ALL.map(({ name }) => name);

/** Names that people give the columns of a language: "Name (Hindi)", "Name in Hindi", "Hindi name". */
const namesIn = (tongues: string[], fields: string[]) =>
  tongues.flatMap((tongue) =>
    fields.flatMap((field) => [`${field} ${tongue}`, `${field} in ${tongue}`, `${tongue} ${field}`]),
  );

const tonguesOf = (code: string) => [englishName(code), languages.get(code)!.name];

/**
 * Other names of the columns: those of the translations, and of the fields in a brand's own language, since "Name (English)" beside
 * "Name (Hindi)" is the name itself.
 * @param own the code of the language that the catalogue itself is in
 * @param names other names of the fields
 */
export function nameTranslationColumns(
  own: string,
  names: Record<TranslatedField, string[]>,
): Record<string, string[]> {
  const spellings = (field: TranslatedField) => [field, ...names[field]];
  return {
    ...Object.fromEntries(
      TRANSLATED_FIELDS.map((field) => [field, [...names[field], ...namesIn(tonguesOf(own), spellings(field))]]),
    ),
    ...Object.fromEntries(
      ALL.map(({ name, code, field }) => {
        const tongues = code === own ? [code] : [code, ...tonguesOf(code)];
        return [name, namesIn(tongues, spellings(field))];
      }),
    ),
  };
}

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
