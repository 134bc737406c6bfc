import { mkdirSync } from "node:fs";
import { chromium, type Browser, type BrowserContext } from "playwright";
import { findChromium } from "./chromium.ts";

/** Set by the e2e projects of vitest.config.ts: the same journeys run with and without JavaScript. */
export const hasJavaScript = process.env.BROWSER_JAVASCRIPT !== "off";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP *.localhost 127.0.0.1",
];

/** Chromium, headless. @throws when none is installed; `npm test` says what to install. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No Chromium found: install it or set PLAYWRIGHT_CHROMIUM");
  return chromium.launch({ executablePath, args: FLAGS });
}

/** A shopper's own browser window: no cookies, English (India), JavaScript as the project says. */
export const newShopper = (
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<BrowserContext> =>
  browser.newContext({ javaScriptEnabled: hasJavaScript, locale: "en-IN", timezoneId: "Asia/Kolkata", ...options });

/** Keeps a picture for people under test-results/screens when SCREENSHOTS is set; tests never compare pictures. */
export async function keepPicture(page: import("playwright").Page, name: string) {
  if (!process.env.SCREENSHOTS) return;
  mkdirSync("test-results/screens", { recursive: true });
  await page.screenshot({ path: `test-results/screens/${name}-${hasJavaScript ? "js" : "no-js"}.png`, fullPage: true });
}
