import type { Page } from "playwright";

import { DEMO_MEMBER } from "../../../api/staff/demo-member.ts";
import { findBarriers } from "./barriers.ts";
import { hasJavaScript, type useBrowser } from "./browser.ts";

/** Scripts add the same to pages of both widths, so without them one is enough. */
const WIDTHS = hasJavaScript ? [1280, 360] : [360];

/**
 * A window on the console, signed in as the demo's owner. In the run without JavaScript no script of the page arrives,
 * since axe itself is one.
 */
export async function openConsole(
  openWindow: ReturnType<typeof useBrowser>,
  url: (path: string) => string,
  width: number,
): Promise<Page> {
  const { page } = await openWindow({ viewport: { width, height: 780 }, javaScriptEnabled: true });
  if (!hasJavaScript) await page.route(/\.js$/, (route) => route.abort());
  await page.goto(url("/sign-in"));
  await page.getByLabel("E-mail address").fill(DEMO_MEMBER.email);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_MEMBER.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(url("/"));
  return page;
}

/** Finds barriers and parts that are cut off in the page as it is, at each width: `1280 wide, console /: …`. */
export async function findConsoleFaults(page: Page, state: string): Promise<string[]> {
  await page.waitForLoadState(); // a page that was reached by a click may lack its style sheet until then
  const before = page.viewportSize()!;
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: before.height });
    faults.push(...(await findBarriers(page, `${state}, ${width} wide`)));
    const isCut = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (isCut) faults.push(`${state}, ${width} wide: scrolls sideways`);
  }
  await page.setViewportSize(before);
  return faults;
}
