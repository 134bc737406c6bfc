import { languages } from "../../../config/language/current.ts";
import { englishName } from "../../../config/language/english-name.ts";
import { ApiError } from "../../base/error.ts";
import { writtenInFields } from "../../domain/files/catalogue-file.ts";
import type { Translations } from "../../domain/translations.ts";
import type { BrandCall } from "../brand-route.ts";

/** The brand's languages. The catalogue itself is in the first one, and can have texts in the others. */
export const offeredLanguages = ({ shop }: BrandCall) =>
  shop.tenant.languages.map((code) => {
    const { name, locale, direction } = languages.get(code)!;
    return { code, name, english_name: englishName(code), locale, direction };
  });

/** The form's own fields hold the texts in the catalogue's own language. @throws ApiError 400 */
export function refuseOwnLanguage({ shop }: BrandCall, translations: Translations = {}) {
  const own = shop.tenant.languages[0]!;
  if (translations[own] === undefined) return;
  throw new ApiError(400, "Nothing was saved.", { [`translations.${own}`]: writtenInFields(own) });
}
