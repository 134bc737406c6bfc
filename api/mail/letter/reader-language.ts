import type { Tenant } from "../../../config/brand/schema.ts";
import { languageAmong, languages } from "../../../config/language/current.ts";
import type { Language } from "../../../config/language/language.ts";

/** The reader of a mail: a shopper, with the language of the account, or the staff, which reads English. */
export type Reader = { language: string | null } | "staff";

/** The language of a mail: the account's if the brand offers it, else the brand's first one. */
export function languageOf({ languages: offered }: Pick<Tenant, "languages">, reader: Reader): Language {
  return reader === "staff" ? languages.get("en")! : languageAmong(offered, reader.language);
}
