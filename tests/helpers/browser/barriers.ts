import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { AxeResults, RunOnly } from "axe-core";
import type { Page } from "playwright";

/** The minified file, because each page parses it again: it has less than half the length of the package's main one. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.2 A and AA, and axe's best practices. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that another colour scheme can affect; the document is the same. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** The rules that another brand's colours, words and pictures can affect; the elements are the same. */
const LOOK_RULES = [...COLOUR_RULES, "target-size"];
/** The rules that another width can affect: labels and columns are hidden, boxes scroll, targets are narrow. */
const WIDTH_RULES = [
  ...LOOK_RULES,
  "aria-command-name",
  "button-name",
  "input-button-name",
  "label",
  "link-name",
  "select-name",
  "summary-name",
  "empty-heading",
  "empty-table-header",
  "heading-order",
  "page-has-heading-one",
  "scrollable-region-focusable",
];
const DESKTOP = { width: 1440, height: 900 };

type Scheme = "light" | "dark";
type Runs = Record<Scheme, RunOnly>;
const byTag: RunOnly = { type: "tag", values: TAGS };
const byRule = (values: string[]): RunOnly => ({ type: "rule", values });

/** A page's accessibility violations by axe, in the light and in the dark scheme: `404, dark: color-contrast .small`. */
export const findBarriers = (page: Page, state: string): Promise<string[]> =>
  runInSchemes(page, state, { light: byTag, dark: byRule(COLOUR_RULES) });

/** The violations that a brand's look adds to a page with sound elements, light and dark. No size depends on the scheme. */
export const findBarriersOfLook = (page: Page, state: string): Promise<string[]> =>
  runInSchemes(page, state, { light: byRule(LOOK_RULES), dark: byRule(COLOUR_RULES) });

/** As findBarriersOfLook, as the page is and on desktops. */
export async function findBarriersOfLookAtWidths(page: Page, state: string): Promise<string[]> {
  const viewport = page.viewportSize()!;
  const found: string[] = [];
  for (const size of [viewport, DESKTOP]) {
    await page.setViewportSize(size);
    found.push(...(await findBarriersOfLook(page, `${state}, ${size.width} wide`)));
  }
  await page.setViewportSize(viewport);
  return found;
}

/** The violations of a page in the light scheme. */
export const findBarriersInLight = (page: Page, state: string): Promise<string[]> =>
  runInSchemes(page, state, { light: byTag });

/** The violations that another width and the dark scheme add. */
export const findBarriersOfWidthInDark = (page: Page, state: string): Promise<string[]> =>
  runInSchemes(page, state, { dark: byRule(WIDTH_RULES) });

/** A change of the scheme draws the page again, so the scheme of the page before comes first. */
async function runInSchemes(page: Page, state: string, runs: Partial<Runs>): Promise<string[]> {
  await addAxe(page);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const found: string[] = [];
  for (const colorScheme of isDark ? (["dark", "light"] as const) : (["light", "dark"] as const)) {
    const runOnly = runs[colorScheme];
    if (!runOnly) continue;
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    found.push(...(await run(page, runOnly)).map((barrier) => `${state}, ${colorScheme}: ${barrier}`));
  }
  return found;
}

/** The name that axe's source defines on the page's window. */
type WithAxe = { axe: { run(context: Document, options: object): Promise<AxeResults> } };

async function addAxe(page: Page) {
  const isThere = await page.evaluate("'axe' in globalThis");
  // Evaluated, not added as a script: so it runs under the page's own Content-Security-Policy.
  if (!isThere) await page.evaluate(AXE);
}

async function run(page: Page, runOnly: RunOnly): Promise<string[]> {
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as WithAxe).axe.run(document, options),
    // No rule of ours reads style sheets or films, which axe would fetch first. It would wait for frames without axe.
    { runOnly, resultTypes: ["violations"], preload: false, iframes: false },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} (${failureSummary})`),
  );
}
