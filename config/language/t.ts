import format, { type FormatOptions, type FormatValues } from "icu-minify/format";

import { currentLanguage } from "#language/current";

import type { MessageId, Messages } from "./message-ids.ts";

/** Absent if the message has no values. */
export type Values<Id extends MessageId> = keyof Messages[Id] extends never ? [] : [values: Messages[Id]];

const pluralRules = new Map<string, Intl.PluralRules>();
const numberFormats = new Map<string, Intl.NumberFormat>();

function keep<T>(known: Map<string, T>, key: string, create: () => T): T {
  const found = known.get(key) ?? create();
  known.set(key, found);
  return found;
}

/** Numbers have Latin digits in every language. Messages contain no dates: dates are formatted before. */
const OPTIONS: FormatOptions = {
  formatters: {
    getPluralRules: (locale) => keep(pluralRules, String(locale), () => new Intl.PluralRules(locale)),
    getNumberFormat: (locale) =>
      keep(numberFormats, String(locale), () => new Intl.NumberFormat(`${String(locale)}-u-nu-latn`)),
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
