import { currentLanguage } from "#language/current";

import type { Language } from "../../config/language/language.ts";
import { PAGE_LANGUAGE_ID, pageLanguage } from "../../config/language/page-messages.ts";

/** The messages of a screen that React takes over in the browser. Only the server renders them. */
export function PageLanguageData() {
  const language = import.meta.env.SSR ? pageLanguage(currentLanguage() as Language) : undefined;
  if (!language) return null;
  const __html = JSON.stringify(language).replaceAll("<", "\\u003c");
  return <script type="application/json" id={PAGE_LANGUAGE_ID} dangerouslySetInnerHTML={{ __html }} />;
}
