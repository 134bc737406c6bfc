import { source, type AxeResults, type RunOnly } from "axe-core";
import type { Page } from "playwright";

/** WCAG 2.2 A and AA, and what axe calls best practice. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What the other colour scheme can change; the document is the same. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** What keeps people from using a page, by axe, in the light and in the dark scheme: `404, dark: color-contrast .small`. */
export async function findBarriers(page: Page, state: string): Promise<string[]> {
  // Evaluated, not added as a script: so it runs under the page's own Content-Security-Policy.
  await page.evaluate(source);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const light = await run(page, { type: "tag", values: TAGS });
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await run(page, { type: "rule", values: COLOUR_RULES });
  return [
    ...light.map((barrier) => `${state}, light: ${barrier}`),
    ...dark.map((barrier) => `${state}, dark: ${barrier}`),
  ];
}

/** What the source above leaves on the page's window. */
type WithAxe = { axe: { run(context: Document, options: object): Promise<AxeResults> } };

async function run(page: Page, runOnly: RunOnly): Promise<string[]> {
  const { violations } = await page.evaluate(
    (only) => (globalThis as unknown as WithAxe).axe.run(document, { runOnly: only, resultTypes: ["violations"] }),
    runOnly,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} (${failureSummary})`),
  );
}
