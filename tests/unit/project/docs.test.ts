import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";

import { describe, expect, test } from "vitest";

const DOCS = globSync(["*.md", "docs/**/*.md", "{api,bench,tenants,tests}/**/*.md"]).filter(
  (path) => !path.includes("node_modules"),
);
const TESTS = globSync("tests/**/*.{ts,tsx}").map((path) => readFileSync(path, "utf8"));

/** `api/accounts` as the documents name a test: the file's path, or undefined if there is none. */
const fileOfTest = (name: string) =>
  [`tests/${name}.test.ts`, `tests/${name}.test.tsx`].find((file) => existsSync(file));

/** Each text between backticks, with the quotations after it. */
const named = (text: string) =>
  [...text.matchAll(/`([\w./-]+)`((?:,?\s+"[^"]*")*)/g)].map(([, name = "", quotations = ""]) => ({
    name,
    titles: [...quotations.matchAll(/"([^"]*)"/g)].map(([, title = ""]) => title.replaceAll(/\s+/g, " ")),
  }));

describe.each(["docs/security.md", "docs/threat-model.md"])("%s", (doc) => {
  const references = named(readFileSync(doc, "utf8"));
  const tests = references.filter(({ name }) => /^(unit|api|http|e2e)\/[\w/-]+$/.test(name));

  test("names tests that exist", () => {
    expect(tests.length).toBeGreaterThan(30);
    expect(tests.filter(({ name }) => fileOfTest(name) === undefined)).toEqual([]);
  });

  test("quotes titles that those tests have", () => {
    const quotations = tests.flatMap(({ name, titles }) => titles.map((title) => ({ name, title })));
    const wrong = quotations.filter(({ name, title }) => !readFileSync(fileOfTest(name)!, "utf8").includes(title));
    expect(wrong).toEqual([]);
  });
});

describe.each(DOCS)("%s", (doc) => {
  const text = readFileSync(doc, "utf8");

  test("names files that exist", () => {
    const files = named(text).filter(({ name }) =>
      /^(api|app|cli|config|console|docs|scripts|tests)\/.*\.\w+$/.test(name),
    );
    expect(files.filter(({ name }) => !existsSync(name))).toEqual([]);
  });

  test("links to files and headings that exist", () => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !leadsSomewhere(doc, link))).toEqual([]);
  });

  test("has no line that is too long to read as source", () => {
    const longest = GENERATED.includes(doc) ? Infinity : MAX_LINE;
    expect(text.split("\n").filter((line) => line.length > longest)).toEqual([]);
  });
});

/** Characters. Prettier pads the cells of a table, so a table can be wider than the text around it. */
const MAX_LINE = 200;
/** Nobody writes these by hand. */
const GENERATED = ["docs/commerce-api.md"];

function leadsSomewhere(doc: string, link: string) {
  const [path = "", heading] = link.split("#");
  const file = path === "" ? doc : normalize(join(dirname(doc), path));
  if (!existsSync(file)) return false;
  return heading === undefined || headingsOf(readFileSync(file, "utf8")).includes(heading);
}

/** The anchors that GitHub makes of a document's headings. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

describe("citations in code and documents", () => {
  const files = [...DOCS, ...globSync(["{api,app,bench,cli,config,console,scripts,tests}/**/*.{ts,tsx,css}", "*.ts"])]
    .filter((path) => path !== "tests/unit/project/docs.test.ts")
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
  const find = (pattern: RegExp) =>
    files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([found, name = ""]) => ({ path, found, name })));
  /** A specification that is not in the repository: docs/product.md and docs/commerce-api.md take its place. */
  const ELSEWHERE =
    /\bspec, sections? \d|\bsection \d+ of the spec\b|\bspec section \d|\bthe spec(ification)?('s)?\b/gi;

  test("lead to sections in the repository", () => {
    expect(find(ELSEWHERE)).toEqual([]);
    expect("Pay checks the method first (spec, section 5).".match(ELSEWHERE)).not.toBeNull();
  });

  test("name documents that exist", () => {
    const cited = find(/\b(docs\/[\w/-]+\.(?:md|json))/g);
    expect(cited.length).toBeGreaterThan(80);
    expect(cited.filter(({ name }) => !existsSync(name))).toEqual([]);
  });

  test("name existing sections of docs/product.md and existing decisions", () => {
    const sections = [...readFileSync("docs/product.md", "utf8").matchAll(/^##+ ([\d.]+) /gm)].map(
      ([, number]) => number,
    );
    const cited = find(/docs\/product\.md,\s+(?:\* )?(\d+(?:\.\d+)?)/g);
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ name }) => !sections.includes(name))).toEqual([]);
    const decisions = globSync("docs/decisions/*.md").map((file) => basename(file).slice(0, 4));
    expect(find(/docs\/decisions, (\d{4})/g).filter(({ name }) => !decisions.includes(name))).toEqual([]);
  });
});

describe("docs/requirements.md", () => {
  const ID = "[A-Z]{1,5}-?\\d{2}";
  const listed = [...readFileSync("docs/requirements.md", "utf8").matchAll(new RegExp(`^- (${ID}): `, "gm"))].map(
    ([, id = ""]) => id,
  );
  const tested = new Set(
    TESTS.flatMap((text) => [...text.matchAll(new RegExp(`\\[(${ID})\\]`, "g"))].map(([, id = ""]) => id)),
  );

  test("has a line for each id in a test's title", () => {
    expect(tested.size).toBeGreaterThan(300);
    expect([...tested].filter((id) => !listed.includes(id))).toEqual([]);
  });

  // A search for an id shows the titles of its tests, and a count of ids needs no parser.
  test("has for each id a title that is on the line of its test", () => {
    const lines = TESTS.flatMap((text) => text.split("\n")).filter((line) =>
      /^\s*(test|describe)(\.\w+)*\(.*"/.test(line),
    );
    expect(listed.filter((id) => !lines.some((line) => line.includes(`[${id}]`)))).toEqual([]);
  });

  test("has no line without a test, and none twice", () => {
    expect(listed.filter((id) => !tested.has(id))).toEqual([]);
    expect(listed.filter((id, at) => listed.indexOf(id) !== at)).toEqual([]);
  });
});

describe("docs/decisions", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  const files = globSync("docs/decisions/[0-9]*.md").toSorted();

  test("are numbered without a gap", () => {
    expect(files.map((file) => basename(file).slice(0, 4))).toEqual(
      files.map((_, at) => String(at + 1).padStart(4, "0")),
    );
  });

  test.each(files)("%s has all parts of a decision, and the index agrees", (file) => {
    const text = readFileSync(file, "utf8");
    const [, number, title] = /^# (\d{4}) (.+)$/m.exec(text) ?? [];
    const [, date] = /^- Date: (\d{4}-\d{2}-\d{2})$/m.exec(text) ?? [];
    const [, status] = /^- Status: (accepted|superseded by \d{4})$/m.exec(text) ?? [];
    expect(text).toMatch(/^- Figure: .+$/m);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      "Context",
      "Decision",
      "Consequences",
    ]);
    expect(index.replaceAll(/ +/g, " ")).toContain(
      `| [${number}](${basename(file)}) | ${title} | ${date} | ${status} |`,
    );
  });
});

describe("CHANGELOG.md", () => {
  const headings = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);

  test("begins with the unreleased changes, then has one heading for each version, the newest first", () => {
    expect(headings[0]).toBe("[Unreleased]");
    const versions = headings.slice(1).map((heading) => /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/.exec(heading)?.[1]);
    expect(versions).not.toContain(undefined);
    expect(versions).toEqual(versions.toSorted((a, b) => b!.localeCompare(a!, "en", { numeric: true })));
  });

  test("has the version of package.json as its newest", () => {
    expect(headings[1]).toContain(`[${JSON.parse(readFileSync("package.json", "utf8")).version}]`);
  });
});
