import { useLocation, useMatches } from "react-router";

import { languageHref } from "#app/texts/language-href.ts";
import { currentLanguage } from "#language/current";

import type { Brand } from "../../tenant/brand.ts";

/** List items with links to this page in the brand's other languages, each named in itself. */
export function OtherLanguages({ languages }: Pick<Brand, "languages">) {
  const path = usePath();
  const current = currentLanguage().code;
  return languages.map(
    ({ code, name, locale }) =>
      code !== current && (
        <li key={code}>
          <a href={languageHref(path, code)} lang={locale}>
            {name}
          </a>
        </li>
      ),
  );
}

/**
 * The address of this page, without the parameters that a cached page does not depend on and without `lang`, which the address
 * of an answer to a form may have.
 */
function usePath(): string {
  const { pathname, search } = useLocation();
  const handle = useMatches().at(-1)?.handle as { keptHref?: (search: URLSearchParams) => string } | undefined;
  const parameters = new URLSearchParams(search);
  parameters.delete("lang");
  const query = parameters.toString();
  return handle?.keptHref?.(parameters) ?? (query === "" ? pathname : `${pathname}?${query}`);
}
