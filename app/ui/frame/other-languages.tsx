import { useLocation } from "react-router";

import { languageHref } from "#app/texts/language-href.ts";
import { currentLanguage } from "#language/current";

import type { Brand } from "../../tenant/brand.ts";

/** List items with links to this page in the brand's other languages, each named in itself. */
export function OtherLanguages({ languages }: Pick<Brand, "languages">) {
  const { pathname, search } = useLocation();
  const current = currentLanguage().code;
  return languages.map(
    ({ code, name, locale }) =>
      code !== current && (
        <li key={code}>
          <a href={languageHref(pathname + search, code)} lang={locale}>
            {name}
          </a>
        </li>
      ),
  );
}
