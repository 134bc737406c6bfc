import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Article } from "#app/routes/static/article.tsx";
import { writtenArticle } from "#app/routes/static/written-article.tsx";
import { createBrand } from "#app/tenant/brand.ts";

import { formatProblem, loadTenants } from "../../../../../config/brand/load.ts";
import { parsePage, type WrittenPage } from "../../../../../config/brand/page-text.ts";
import { ownPage } from "../../../../../config/brand/pages.ts";
import { TenantSchema } from "../../../../../config/brand/schema.ts";
import { inLanguage, languages } from "../../../../../config/language/current.ts";

const tenant = TenantSchema.parse({
  id: "maple",
  hostnames: ["maple.example"],
  branding: {
    organization_name: "Maple & <b>Co</b>",
    email: "care@maple.example",
    website_url: "https://maple.example",
  },
});

function parse(markdown: string): WrittenPage {
  const page = parsePage(markdown);
  if (Array.isArray(page)) throw new Error(JSON.stringify(page));
  return page;
}

const render = (markdown: string) =>
  renderToStaticMarkup(<Article {...writtenArticle(parse(markdown), createBrand(tenant, null), "Privacy Policy")} />);

const refusals = (markdown: string) => {
  const page = parsePage(markdown);
  return Array.isArray(page) ? page.map(({ field, reason }) => [field, reason].filter(Boolean).join(": ")) : [];
};

describe("a written page", () => {
  test("shows title, day and lead, and lists each ## in the contents once", () => {
    const html = render(
      "# Ours\n\nLast updated: 2026-11-21\n\nIn *short*.\n\n## Your data\n\nA\n\n## Your data\n\nB\n",
    );
    expect(html).toContain("<h1>Ours</h1>");
    expect(html).toContain('<p class="lead">In <em>short</em>.</p>');
    expect(html).toContain('<time dateTime="2026-11-21">21 Nov 2026</time>');
    for (const id of ["your-data", "your-data-2"]) {
      expect(html).toContain(`<a href="#${id}">Your data</a>`);
      expect(html).toContain(`<section id="${id}"><h2>Your data</h2>`);
    }
    expect(html).toContain('href="/contact-us"');
  });

  test("takes the usual title if it has none, and has no contents without sections", () => {
    const html = render("Just this.");
    expect(html).toContain("<h1>Privacy Policy</h1>");
    expect(html).not.toContain("<nav");
  });

  test("links to sections in any script", () => {
    const html = render("## परिचय\n\nA\n\n## உங்கள் தரவு\n\nB");
    expect(html).toContain('<a href="#परिचय">');
    expect(html).toContain('<section id="உங்கள்-தரவு">');
  });

  test("shows lists, tables, quotes, code and breaks", () => {
    const html = render(
      "## All\n\n3. three\n4. four\n   - five\n\n| a | b |\n|-|-|\n| `c` | ~~d~~ |\n\n> **e**  \n> f\n\n---",
    );
    expect(html).toContain('<ol start="3"><li>three</li><li>four<ul><li>five</li></ul></li></ol>');
    expect(html).toContain('<div class="scroll"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr>');
    expect(html).toContain("<tbody><tr><td><code>c</code></td><td><del>d</del></td></tr></tbody>");
    expect(html).toContain("<blockquote><p><strong>e</strong><br/>f</p></blockquote><hr/>");
  });

  test("fills placeholders in words, titles and links with text, and escapes a braced word on request", () => {
    const html = render(
      "# {organization_name}\n\n[{email}](mailto:{email}), {website_url}, [us]({website_url}/us) \\{email}\n\n## {legal_entity}",
    );
    expect(html).toContain("<h1>Maple &amp; &lt;b&gt;Co&lt;/b&gt;</h1>");
    expect(html).toContain('<a href="mailto:care@maple.example">care@maple.example</a>, https://maple.example, ');
    expect(html).toContain('<a href="https://maple.example/us">us</a> {email}');
    expect(html).toContain("<h2>Maple &amp; &lt;b&gt;Co&lt;/b&gt;</h2>");
  });

  test("shows only the words of a link that is unsafe once it is filled", () => {
    const website = { ...createBrand(tenant, null), websiteUrl: "javascript:alert(1)" };
    const article = writtenArticle(parse("## A\n\n[us]({website_url})"), website, "");
    expect(renderToStaticMarkup(<Article {...article} />)).toContain("<p>us</p>");
  });
});

test.each([
  ["## A\n\n{organisation} and {}", ["line 3: unknown placeholder {organisation}", "line 3: unknown placeholder {}"]],
  ["A <b>bold</b> word", ["contains HTML, which is not supported: <b>", "contains HTML, which is not supported: </b>"]],
  ["<script>alert(1)</script>", ["contains HTML, which is not supported: <script>alert(1)</script>"]],
  ["> <!-- a note -->", ["contains HTML, which is not supported: <!-- a note -->"]],
  ["[x](javascript:alert(1))", ["links to javascript:alert(1): use https, mailto, tel, a path or #section"]],
  ["- [x](//evil.example)", ["links to //evil.example: use https, mailto, tel, a path or #section"]],
  ["<http://maple.example>", ["links to http://maple.example: use https, mailto, tel, a path or #section"]],
  ["![logo](/logo.svg)", ["contains unsupported Markdown: ![logo](/logo.svg)"]],
  ["&copy; Maple", ["contains &copy;: write the character itself"]],
  ["# A\n\n# B", ["has a second title: # B"]],
  ["# A\n\nLast updated: 21 Nov 2026\n\nB", ['says "Last updated: 21 Nov 2026": write the day as 2026-11-21']],
  ["# A\n", ["is empty"]],
])("refused: %j", (markdown, reasons) => {
  expect(refusals(markdown)).toEqual(reasons);
});

describe("the pages in a brand's folder", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "awning-pages-"));
    for (const id of ["maple", "oak"]) {
      mkdirSync(join(dir, id, "pages"), { recursive: true });
      writeFileSync(join(dir, id, "tenant.json"), JSON.stringify({ id, hostnames: [`${id}.example`] }));
    }
  });
  afterEach(() => rmSync(dir, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(join(dir, "maple", "pages", name), text);

  test("belong to that brand only", () => {
    write("privacy.md", "\ufeff# Ours\r\n\r\nShort.\r\n");
    write(".DS_Store", "");
    const { tenants, problems } = loadTenants(dir);
    expect(problems).toEqual([]);
    expect(tenants.map(({ id, pages }) => [id, Object.keys(pages!)])).toEqual([
      ["maple", ["privacy"]],
      ["oak", []],
    ]);
    expect(tenants[0]!.pages!.privacy).toMatchObject({ title: "Ours" });
  });

  test("are shown in the language of the request, else in the brand's first one", () => {
    mkdirSync(join(dir, "maple", "pages", "hi"));
    write("privacy.md", "# Ours\n\nShort.");
    write("cookies.md", "# Crumbs\n\nFew.");
    write("hi/privacy.md", "# हमारी नीति\n\nछोटी।");
    const { tenants, problems } = loadTenants(dir);
    expect(problems).toEqual([]);
    const titleIn = (code: string, name: "privacy" | "cookies" | "about-us") =>
      inLanguage(languages.get(code)!, () => ownPage(tenants[0]!, name)?.title);
    expect([titleIn("en", "privacy"), titleIn("hi", "privacy")]).toEqual(["Ours", "हमारी नीति"]);
    expect([titleIn("hi", "cookies"), titleIn("hi", "about-us")]).toEqual(["Crumbs", undefined]);
  });

  test("are refused by file and reason, and the other brands load", () => {
    write("terms.md", "Short.");
    write("privacy.md", "Short.\n\nFrom {nobody}.");
    mkdirSync(join(dir, "maple", "pages", "cookies.md"));
    mkdirSync(join(dir, "maple", "pages", "hi"));
    write("hi/cooky.md", "कुकी");
    mkdirSync(join(dir, "maple", "pages", "klingon"));
    const { tenants, problems } = loadTenants(dir);
    expect(tenants.map(({ id }) => id)).toEqual(["oak"]);
    expect(problems.map((problem) => formatProblem(problem).slice(dir.length + 1)).sort()).toEqual([
      expect.stringMatching(/^maple\/pages\/cookies\.md: EISDIR/),
      expect.stringMatching(/^maple\/pages\/hi\/cooky\.md: is none of the pages/),
      expect.stringMatching(/^maple\/pages\/klingon: is none of the pages/),
      "maple/pages/privacy.md: line 3: unknown placeholder {nobody}",
      expect.stringMatching(/^maple\/pages\/terms\.md: is none of the pages .*: terms-conditions\.md, privacy\.md/),
    ]);
    expect(problems.every(({ brand }) => brand === "maple")).toBe(true);
  });
});
