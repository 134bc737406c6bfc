import type { Typed } from "../base/form.ts";
import type { OfferedLanguage } from "./responses.ts";

/** The fields of a product that have texts in several languages, and their labels. Categories have only a name. */
export const TRANSLATED = {
  name: "Name",
  details: "Details",
  terms_and_conditions: "Terms",
  how_to_use: "How to use",
} as const;
export type TranslatedField = keyof typeof TRANSLATED;
export const TRANSLATED_FIELDS = Object.keys(TRANSLATED) as TranslatedField[];

/** Texts by the code of their language. */
export type Translations = Record<string, Partial<Record<TranslatedField, string>>>;

/** The name of a text in forms, such as "name:hi". */
export const fieldOf = (field: TranslatedField, code: string) => `${field}:${code}`;

const FIELD = /^(\w+):([\w-]+)$/;

/** The translations in a sent form. */
export function readTranslations(typed: Typed): Translations {
  const texts = Object.entries(typed).flatMap(([name, text]) => {
    const [, field, code] = FIELD.exec(name) ?? [];
    return field !== undefined && code !== undefined && Object.hasOwn(TRANSLATED, field) ? [{ field, code, text }] : [];
  });
  const byCode = Map.groupBy(texts, ({ code }) => code);
  return Object.fromEntries(
    [...byCode].map(([code, some]) => [code, Object.fromEntries(some.map(({ field, text }) => [field, text]))]),
  );
}

/** The form's other fields. */
export const withoutTranslations = (typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !FIELD.test(name)));

/** Errors by the form's fields: the API's `translations.hi.name` is "name:hi". */
export const atFields = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([path, error]) => [path.replace(/^translations\.([\w-]+)\.(\w+)$/, "$2:$1"), error]),
  );

/** The languages into which the catalogue can be translated. It is itself in the first one. */
export const othersOf = (languages: OfferedLanguage[]) => languages.slice(1);

/** The labels of the fields for translations, such as "Name in Hindi", by their names in the form. */
export const translationLabels = (languages: OfferedLanguage[]): Record<string, string> =>
  Object.fromEntries(
    othersOf(languages).flatMap(({ code, english_name }) =>
      TRANSLATED_FIELDS.map((field) => [fieldOf(field, code), `${TRANSLATED[field]} in ${english_name}`]),
    ),
  );
