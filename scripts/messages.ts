// `npm run messages`: checks the texts of all languages, and writes the ids and values of the English ones for TypeScript.
import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readManifest, readTexts } from "../config/language/load-languages.ts";
import { checkLanguage, checkUse } from "./messages/check.ts";
import { writeTypes } from "./messages/types.ts";

const FOLDER = "config/languages";
const TYPES = "config/language/message-ids.ts";
const SOURCES = "{api,app,config}/**/*.{ts,tsx}";

const english = readTexts(join(FOLDER, "en"));
const types = writeTypes(english);
const others = readdirSync(FOLDER).filter((code) => code !== "en");
const sources = globSync(SOURCES).filter((path) => path !== TYPES);

const problems = [
  ...checkUse(english, sources.map((path) => readFileSync(path, "utf8")).join("\n")),
  ...others.flatMap((code) => {
    const folder = join(FOLDER, code);
    return checkLanguage(english, { code, areas: readManifest(folder).areas, texts: readTexts(folder) });
  }),
];

if (process.argv.includes("--check")) {
  if (readFileSync(TYPES, "utf8") !== types) problems.push(`${TYPES} is not what \`npm run messages\` writes`);
} else writeFileSync(TYPES, types);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
