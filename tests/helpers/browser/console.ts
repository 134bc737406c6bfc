import type { Cookie, Page } from "playwright";

import { DEMO_MEMBER } from "../../../api/staff/demo-member.ts";
import { findBarriers, findBarriersInLight, findBarriersOfWidthInDark } from "./barriers.ts";
import { hasJavaScript, type useBrowser } from "./browser.ts";

const [DESKTOP, PHONE] = [1280, 360];

/** Of the console at an address, from the first window on it. */
let session: { at: string; cookies: Cookie[] } | undefined;

/**
 * A window on the console, signed in as the demo's owner, with a separate session for a test that ends it. The run
 * without JavaScript blocks the page's scripts instead, since axe itself is a script.
 */
export async function openConsole(
  openWindow: ReturnType<typeof useBrowser>,
  url: (path: string) => string,
  width: number,
  hasOwnSession = false,
): Promise<Page> {
  const { page } = await openWindow({ viewport: { width, height: 780 }, javaScriptEnabled: true });
  if (!hasJavaScript) await page.route(/\.js$/, (route) => route.abort());
  const at = url("/");
  if (session?.at === at && !hasOwnSession) {
    await page.context().addCookies(session.cookies);
    return page;
  }
  await page.goto(url("/sign-in"));
  await page.getByLabel("E-mail address").fill(DEMO_MEMBER.email);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_MEMBER.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(at);
  if (!hasOwnSession) session = { at, cookies: await page.context().cookies() };
  return page;
}

/**
 * Finds barriers and parts that are cut off in the page as it is, on desktops and on phones: `1280 wide, console /: …`.
 * By default each width has one scheme. The nightly run without JavaScript has both.
 */
export async function findConsoleFaults(page: Page, state: string): Promise<string[]> {
  await page.waitForLoadState(); // a page that was reached by a click may lack its style sheet until then
  const before = page.viewportSize()!;
  const faults: string[] = [];
  for (const width of [DESKTOP, PHONE]) {
    const byDay = width === DESKTOP ? findBarriersInLight : findBarriersOfWidthInDark;
    const find = hasJavaScript ? byDay : findBarriers;
    await page.setViewportSize({ width, height: before.height });
    faults.push(...(await find(page, `${state}, ${width} wide`)));
    const isCut = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (isCut) faults.push(`${state}, ${width} wide: scrolls sideways`);
  }
  await page.setViewportSize(before);
  return faults;
}
