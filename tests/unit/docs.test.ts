import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const DOCS = ["docs/security.md", "docs/threat-model.md"];

/** `api/accounts` as the documents name a test: the file's path, or undefined where there is none. */
const fileOfTest = (name: string) =>
  [`tests/${name}.test.ts`, `tests/${name}.test.tsx`].find((file) => existsSync(file));

/** What stands between backticks, with the quotations that follow it. */
const named = (text: string) =>
  [...text.matchAll(/`([\w./-]+)`((?:,?\s+"[^"]*")*)/g)].map(([, name = "", quotations = ""]) => ({
    name,
    titles: [...quotations.matchAll(/"([^"]*)"/g)].map(([, title = ""]) => title.replaceAll(/\s+/g, " ")),
  }));

describe.each(DOCS)("%s", (doc) => {
  const references = named(readFileSync(doc, "utf8"));
  const tests = references.filter(({ name }) => /^(unit|api|http|e2e)\/[\w/-]+$/.test(name));
  const files = references.filter(({ name }) => /^(api|app|cli|config|docs)\/.*\.\w+$/.test(name));

  test("names tests and files that exist", () => {
    expect(tests.length).toBeGreaterThan(30);
    expect(tests.filter(({ name }) => fileOfTest(name) === undefined)).toEqual([]);
    expect(files.filter(({ name }) => !existsSync(name))).toEqual([]);
  });

  test("quotes titles that stand in them", () => {
    const quotations = tests.flatMap(({ name, titles }) => titles.map((title) => ({ name, title })));
    const wrong = quotations.filter(({ name, title }) => !readFileSync(fileOfTest(name)!, "utf8").includes(title));
    expect(wrong).toEqual([]);
  });
});
