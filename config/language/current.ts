import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Language } from "./language.ts";
import { loadLanguages } from "./load-languages.ts";

/** The project's folder of languages, above this module or the build that contains it. */
function findFolder(from: string): string {
  const folder = join(from, "config/languages");
  return existsSync(folder) || dirname(from) === from ? folder : findFolder(dirname(from));
}

/** The project's languages, and others of the operator. */
export const LANGUAGE_FOLDERS = [findFolder(import.meta.dirname), process.env.LANGUAGES_DIR].filter(
  (folder) => folder !== undefined,
);

/** All languages by code: brands offer some of them. */
export const languages = loadLanguages(LANGUAGE_FOLDERS);

const english = languages.get("en")!;

const storage = new AsyncLocalStorage<Language>();

/** The language of the request or mail that is under way; outside of them English. */
export const currentLanguage = (): Language => storage.getStore() ?? english;

/** The language with this code if a brand offers it, else the brand's first one. */
export const languageAmong = (offered: string[], code: string | null | undefined): Language =>
  languages.get(offered.find((one) => one === code) ?? offered[0]!)!;

/** Runs a function, and everything that it starts, in a language. */
export const inLanguage = <T>(language: Language, run: () => T): T => storage.run(language, run);
