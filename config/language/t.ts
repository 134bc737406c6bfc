import format, { type FormatOptions, type FormatValues } from "icu-minify/format";

import { currentLanguage } from "#language/current";

import { keepByKey } from "./keep.ts";
import type { MessageId, Messages } from "./message-ids.ts";

/** Absent if the message has no values. */
export type Values<Id extends MessageId> = keyof Messages[Id] extends never ? [] : [values: Messages[Id]];

const pluralRulesOf = keepByKey((locale) => new Intl.PluralRules(locale));
const numberFormatOf = keepByKey((locale) => new Intl.NumberFormat(`${locale}-u-nu-latn`));

/** Numbers have Latin digits in every language. Messages contain no dates: dates are formatted before. */
const OPTIONS: FormatOptions = {
  formatters: {
    getPluralRules: (locale) => pluralRulesOf(String(locale)),
    getNumberFormat: (locale) => numberFormatOf(String(locale)),
    getDateTimeFormat: () => {
      throw new Error("a message contains a date");
    },
  },
};

/**
 * The text of a message in the current language (`inLanguage`).
 * @param values by the names in the message
 */
export function t<Id extends MessageId>(id: Id, ...[values]: Values<Id>): string {
  return formatMessage<string>(id, values as FormatValues<string> | undefined) as string;
}

/** The parts of a message whose tags functions replace: texts and the functions' results. */
export function formatMessage<Part>(id: MessageId, values: FormatValues<Part> | undefined) {
  const { locale, message } = currentLanguage();
  const compiled = message(id);
  return typeof compiled === "string" ? compiled : format<Part>(compiled, locale, values, OPTIONS);
}
