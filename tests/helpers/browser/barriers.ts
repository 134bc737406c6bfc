import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { AxeResults, RunOnly } from "axe-core";
import type { Page } from "playwright";

/** Each page parses it again, so the minified file, which is less than half as long as the package's main one. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.2 A and AA, and axe's best practices. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that another colour scheme can affect; the document is the same. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** The rules that another brand's colours, words and pictures can affect; the elements are the same. */
const LOOK_RULES = [...COLOUR_RULES, "target-size"];
/** No size depends on the scheme. */
const SCHEMES = [
  ["light", LOOK_RULES],
  ["dark", COLOUR_RULES],
] as const;
const DESKTOP = { width: 1440, height: 900 };

/** A page's accessibility violations by axe, in the light and in the dark scheme: `404, dark: color-contrast .small`. */
export async function findBarriers(page: Page, state: string): Promise<string[]> {
  await addAxe(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const light = await run(page, { type: "tag", values: TAGS });
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await run(page, { type: "rule", values: COLOUR_RULES });
  return [
    ...light.map((barrier) => `${state}, light: ${barrier}`),
    ...dark.map((barrier) => `${state}, dark: ${barrier}`),
  ];
}

/** The violations that a brand's look adds to a page with sound elements: as it is and on desktops, light and dark. */
export async function findBarriersOfLook(page: Page, state: string): Promise<string[]> {
  await addAxe(page);
  const found: string[] = [];
  const viewport = page.viewportSize()!;
  for (const size of [viewport, DESKTOP]) {
    await page.setViewportSize(size);
    for (const [colorScheme, values] of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const barriers = await run(page, { type: "rule", values });
      found.push(...barriers.map((barrier) => `${state}, ${colorScheme}, ${size.width} wide: ${barrier}`));
    }
  }
  await page.setViewportSize(viewport);
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
    // No rule of ours reads style sheets or films, which axe would fetch first.
    { runOnly, resultTypes: ["violations"], preload: false },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} (${failureSummary})`),
  );
}
