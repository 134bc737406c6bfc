import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { type PageFault, parsePage, type WrittenPage } from "./page-text.ts";

/** The pages that a brand may write itself, by path. */
const PAGE_NAMES = ["terms-conditions", "privacy", "cookies", "about-us", "help-center"] as const;
type PageName = (typeof PAGE_NAMES)[number];

export const isPageName = (name: string): name is PageName => PAGE_NAMES.some((page) => page === name);

export type WrittenPages = Partial<Record<PageName, WrittenPage>>;

export function readPages(folder: string) {
  const pages: WrittenPages = {};
  const problems: (PageFault & { file: string })[] = [];
  const dir = join(folder, "pages");
  const { names: entries, fault } = listNames(dir);
  if (fault) problems.push({ file: dir, ...fault });
  for (const entry of entries) {
    const file = join(dir, entry);
    const name = PAGE_NAMES.find((page) => entry === `${page}.md`);
    if (name === undefined) {
      const names = PAGE_NAMES.map((page) => `${page}.md`).join(", ");
      problems.push({ file, field: "", reason: `is none of the pages that a brand can write: ${names}` });
      continue;
    }
    const page = readPage(file);
    if (Array.isArray(page)) problems.push(...page.map((fault) => ({ file, ...fault })));
    else pages[name] = page;
  }
  return { pages, problems };
}

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
