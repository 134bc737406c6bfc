import { currentLanguage } from "#language/current";

import { keepByKey } from "./keep.ts";

const formatOf = keepByKey((locale) => new Intl.ListFormat(locale));

/** Joins texts as the current language does: "e-mail and SMS". */
export const formatList = (texts: string[]): string => formatOf(currentLanguage().locale).format(texts);
