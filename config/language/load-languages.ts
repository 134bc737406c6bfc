import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { createMessages, type Language } from "./language.ts";
import type { MessageId } from "./message-ids.ts";

/** A language's language.json. */
const Manifest = z.strictObject({
  name: z.string().min(1),
  locale: z.string().refine((tag) => Intl.getCanonicalLocales(tag)[0] === tag),
  direction: z.enum(["ltr", "rtl"]),
  /** The areas that the language has texts of; absent: all. */
  areas: z.array(z.string()).optional(),
});

const Texts = z.record(z.string().regex(/^[a-z][A-Za-z0-9-]*$/), z.string());

const MANIFEST = "language.json";
const SOURCE = "en";

/** The texts in the folder of a language, by area: the file `cart.json` holds the texts of "cart". */
export function readTexts(folder: string): Map<string, Record<string, string>> {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json") && file !== MANIFEST);
  return new Map(files.map((file) => [file.replace(/\.json$/, ""), readJson(join(folder, file), Texts)]));
}

export const readManifest = (folder: string) => readJson(join(folder, MANIFEST), Manifest);

/**
 * The languages of these folders, by code. A folder holds one folder for each language; the first has English, whose texts
 * replace those that a language does not have.
 */
export function loadLanguages(folders: string[]): Map<string, Language> {
  const english = readTexts(join(folders[0]!, SOURCE));
  const languages = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((code) => existsSync(join(folder, code, MANIFEST)))
      .map((code) => loadLanguage(join(folder, code), code, english)),
  );
  return new Map(languages.map((language) => [language.code, language]));
}

function loadLanguage(folder: string, code: string, english: Map<string, Record<string, string>>): Language {
  const { areas = [...english.keys()], ...manifest } = readManifest(folder);
  const texts = [...readTexts(folder)].filter(([area]) => areas.includes(area));
  const own = code === SOURCE ? byId(english) : { ...byId(english), ...byId(new Map(texts)) };
  const ids = Object.keys(own) as MessageId[];
  const untranslated = [...english.keys()].filter((area) => !areas.includes(area));
  const script = new Intl.Locale(manifest.locale).maximize().script!;
  return { code, ...manifest, script, untranslated, ids, message: createMessages(own) };
}

/** @throws with the file of a text that cannot be read, or with its message */
export function checkLanguages(folders: string[]): void {
  for (const { code, ids, message } of loadLanguages(folders).values())
    for (const id of ids) {
      try {
        message(id);
      } catch (error) {
        throw new Error(`${code}/${id.replace(".", ".json: ")}: ${(error as Error).message}`, { cause: error });
      }
    }
}

const byId = (texts: Map<string, Record<string, string>>) =>
  Object.fromEntries(
    [...texts].flatMap(([area, messages]) => Object.entries(messages).map(([key, text]) => [`${area}.${key}`, text])),
  );

function readJson<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
