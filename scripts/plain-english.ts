import { globSync, readFileSync, writeFileSync } from "node:fs";

import { RULES } from "./english/rules.ts";
import { sentencesOfMarkdown, sentencesOfSource } from "./english/texts.ts";

/**
 * Checks comments, titles of tests, log lines, output of commands and documents by the rules in english/rules.ts. Sentences in
 * english/allowed.txt are older than the rules; the list only shrinks. `--shrink` removes those that are gone, and moves those whose
 * file has moved.
 */
const SOURCES = ["{api,app,cli,config,console,scripts,tests,bench}/**/*.{ts,tsx}", "*.ts"];
const DOCUMENTS = ["docs/**/*.md", "*.md"];
const ALLOWED = "scripts/english/allowed.txt";

const filesIn = (globs: string[]) => globSync(globs, { exclude: (name) => name === "node_modules" });
const read = (path: string) => readFileSync(path, "utf8");

/** The lines of the sentences that break a rule: file, rule and sentence, between tabs. */
function findLines(): Map<string, string> {
  const lines = new Map<string, string>();
  const add = (path: string, sentences: string[]) => {
    for (const sentence of sentences)
      for (const { name, finds, instead } of RULES)
        if (finds.test(sentence)) lines.set([path, name, sentence].join("\t"), instead);
  };
  for (const path of filesIn(SOURCES)) add(path, sentencesOfSource(path, read(path)));
  for (const path of filesIn(DOCUMENTS)) add(path, sentencesOfMarkdown(read(path)));
  return lines;
}

const found = findLines();
const allowed = new Set(read(ALLOWED).split("\n").filter(Boolean));
const added = [...found.keys()].filter((line) => !allowed.has(line));
const gone = [...allowed].filter((line) => !found.has(line));

const withoutPath = (line: string) => line.slice(line.indexOf("\t"));

if (process.argv.includes("--shrink")) {
  // A new sentence must not replace one that is gone.
  const older = new Set([...allowed].map(withoutPath));
  const kept = [...found.keys()].filter((line) => older.has(withoutPath(line)));
  writeFileSync(
    ALLOWED,
    kept
      .sort()
      .map((line) => `${line}\n`)
      .join(""),
  );
} else if (added.length + gone.length > 0) {
  for (const line of added) {
    const [path, name, sentence] = line.split("\t");
    console.error(`${path}: ${sentence}\n  ${name}: write ${found.get(line)}`);
  }
  if (gone.length > 0)
    console.error(`${gone.length} allowed sentences are gone: node scripts/plain-english.ts --shrink`);
  process.exit(1);
}
