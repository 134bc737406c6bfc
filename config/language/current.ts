import { AsyncLocalStorage } from "node:async_hooks";

import type { Language } from "./language.ts";
import { loadLanguages } from "./load-languages.ts";

/** The folder of the languages, and LANGUAGES_DIR for others. */
const FOLDERS = ["config/languages", process.env.LANGUAGES_DIR].filter((folder) => folder !== undefined);

/** All languages by code: brands offer some of them. */
export const languages = loadLanguages(FOLDERS);

const english = languages.get("en")!;

const storage = new AsyncLocalStorage<Language>();

/** The language of the request or mail that is under way; outside of them English. */
export const currentLanguage = (): Language => storage.getStore() ?? english;

/** Runs a function, and everything that it starts, in a language. */
export const inLanguage = <T>(language: Language, run: () => T): T => storage.run(language, run);
