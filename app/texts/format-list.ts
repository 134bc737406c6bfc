import { currentLanguage } from "#language/current";

/** Names or amounts as the language of the request lists them: "Asha, Bimal and Chitra". */
export const formatList = (parts: string[]) => new Intl.ListFormat(currentLanguage().locale).format(parts);
