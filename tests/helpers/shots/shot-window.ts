import type { Browser, BrowserContext } from "playwright";

import { drawn } from "../browser/browser.ts";

/** Without a height, a common one for the width. */
export type Look = { width: number; height?: number; scheme: "light" | "dark"; hasJavaScript: boolean };
type Cookies = Parameters<BrowserContext["addCookies"]>[0];

/** Widths of phones, tablets and desktops. */
const HEIGHTS: Record<number, number> = { 360: 780, 768: 1024, 1440: 900 };

/** A window in which pictures are taken: nothing moves, fonts have arrived, pictures below the fold too. */
export async function openWindow(browser: Browser, { width, height, scheme, hasJavaScript }: Look, cookies: Cookies) {
  const context = await browser.newContext({
    viewport: { width, height: height ?? HEIGHTS[width] ?? 900 },
    colorScheme: scheme,
    javaScriptEnabled: hasJavaScript,
    reducedMotion: "reduce",
    hasTouch: width < 600,
    isMobile: width < 600,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  return {
    page,
    close: () => context.close(),
    async goto(url: string) {
      await page.goto(url, { waitUntil: "load" });
      await drawn(page);
    },
  };
}
