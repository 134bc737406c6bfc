import { Field, TextArea } from "#app/ui/field.tsx";

import type { OfferedLanguage, ProductValues } from "./responses.ts";
import { fieldOf, othersOf, TRANSLATED, TRANSLATED_FIELDS } from "./translations.ts";

const AND = new Intl.ListFormat("en-IN");

type TranslationFieldsProps = {
  languages: OfferedLanguage[];
  values: ProductValues;
  fields: Record<string, string>;
};

/** A folded section for each other language of the brand. Those with errors are open. */
export function TranslationFields({ languages, values, fields }: TranslationFieldsProps) {
  const [own] = languages;
  return othersOf(languages).map((language) => {
    const { code, english_name: tongue } = language;
    const of = (field: (typeof TRANSLATED_FIELDS)[number]) => ({
      name: fieldOf(field, code),
      label: `${TRANSLATED[field]} in ${tongue}`,
      defaultValue: values.translations[code]?.[field],
      error: fields[fieldOf(field, code)],
      ...scriptOf(language),
    });
    const isWrong = TRANSLATED_FIELDS.some((field) => fields[fieldOf(field, code)] !== undefined);
    return (
      <details key={code} className="act" open={isWrong}>
        <summary>
          <Tongue language={language} />: {isWrong ? "has an error" : describeMissing(values, code)}
        </summary>
        <div className="translation">
          <p className="small">
            For shoppers who read {tongue}. In place of an empty text they see the one in {own!.english_name}.
          </p>
          <Field {...of("name")} maxLength={120} />
          {TRANSLATED_FIELDS.slice(1).map((field) => (
            <TextArea key={field} {...of(field)} maxLength={20_000} />
          ))}
        </div>
      </details>
    );
  });
}

/** The attributes of a text in a language. */
export const scriptOf = ({ locale, direction }: OfferedLanguage) => ({ lang: locale, dir: direction });

/** "Hindi (हिन्दी)" */
const Tongue = ({ language }: { language: OfferedLanguage }) => (
  <>
    {language.english_name} (<bdi lang={language.locale}>{language.name}</bdi>)
  </>
);

/** The texts that the product has in its own language only: "name and terms missing". */
function describeMissing(values: ProductValues, code: string): string {
  const has = values.translations[code] ?? {};
  const missing = TRANSLATED_FIELDS.filter(
    (field) => !has[field]?.trim() && (field === "name" || values[field] !== ""),
  );
  if (missing.length === 0) return "complete";
  return `${AND.format(missing.map((field) => TRANSLATED[field].toLowerCase()))} missing`;
}
