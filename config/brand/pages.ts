import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { currentLanguage, languages } from "../language/current.ts";
import { type PageFault, parsePage, type WrittenPage } from "./page-text.ts";

/** The pages that a brand may write itself, by path. */
const PAGE_NAMES = ["terms-conditions", "privacy", "cookies", "about-us", "help-center"] as const;
type PageName = (typeof PAGE_NAMES)[number];

/** True for the name of a page, such as "privacy", or "hi/privacy" for one in another language than the brand's first. */
export function isPageName(name: string): boolean {
  const [page, code, ...rest] = name.split("/").toReversed();
  return PAGE_NAMES.some((one) => one === page) && rest.length === 0 && (code === undefined || languages.has(code));
}

/** By name. */
export type WrittenPages = Record<string, WrittenPage>;

/** The brand's own page in the current language, else in its first one. */
export function ownPage({ pages = {} }: { pages?: WrittenPages }, name: PageName): WrittenPage | undefined {
  return pages[`${currentLanguage().code}/${name}`] ?? pages[name];
}

export function readPages(folder: string) {
  const pages: WrittenPages = {};
  const problems: (PageFault & { file: string })[] = [];
  const dir = join(folder, "pages");
  readFolder("");
  return { pages, problems };

  /** @param language the prefix of the names, such as "hi/" */
  function readFolder(language: string) {
    const { names, fault } = listNames(join(dir, language));
    if (fault) problems.push({ file: join(dir, language), ...fault });
    for (const entry of names) {
      const file = join(dir, language, entry);
      if (language === "" && languages.has(entry)) readFolder(`${entry}/`);
      else readEntry(file, language + entry);
    }
  }

  function readEntry(file: string, path: string) {
    const name = path.replace(/\.md$/, "");
    if (name === path || !isPageName(name)) return problems.push({ file, field: "", reason: NO_PAGE });
    const page = readPage(file);
    if (Array.isArray(page)) problems.push(...page.map((fault) => ({ file, ...fault })));
    else pages[name] = page;
  }
}

const NO_PAGE = `is none of the pages that a brand can write: ${PAGE_NAMES.map((page) => `${page}.md`).join(", ")}`;

function listNames(dir: string): { names: string[]; fault?: PageFault } {
  try {
    return { names: existsSync(dir) ? readdirSync(dir).filter((name) => !name.startsWith(".")) : [] };
  } catch (error) {
    return { names: [], fault: unreadable(error) };
  }
}

function readPage(file: string): WrittenPage | PageFault[] {
  try {
    return parsePage(readFileSync(file, "utf8"));
  } catch (error) {
    return [unreadable(error)];
  }
}

const unreadable = (error: unknown): PageFault => ({ field: "", reason: (error as Error).message });
