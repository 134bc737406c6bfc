import { accessSync, constants } from "node:fs";

import { chromium } from "playwright";

export type BrowserName = "chromium" | "firefox";

/** The browsers of the e2e tests: their paths and install instructions. `debianPackage` can be installed as root. */
export const BROWSERS = {
  chromium: {
    // The shell without windows takes half the CPU time of the whole browser.
    places: [
      process.env.PLAYWRIGHT_CHROMIUM,
      "/usr/bin/chromium-headless-shell",
      "/usr/bin/chromium",
      chromium.executablePath(),
    ],
    debianPackage: "chromium-headless-shell",
    missing:
      "No Chromium found. Install it with: sudo apt-get install chromium-headless-shell (or chromium, or: npx playwright install chromium), or name one in PLAYWRIGHT_CHROMIUM.",
  },
  firefox: {
    places: [process.env.PLAYWRIGHT_FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"],
    debianPackage: "firefox-esr",
    missing: "No Firefox found. Install it with: sudo apt-get install firefox-esr, or name one in PLAYWRIGHT_FIREFOX.",
  },
};

const isExecutable = (file: string) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // missing or not executable: not this one
  }
};

/** The browser's program; undefined if there is none. */
export const findBrowser = (name: BrowserName): string | undefined =>
  BROWSERS[name].places.find((file) => file && isExecutable(file));

/** As findBrowser. @throws with install instructions for a missing browser */
export function requireBrowser(name: BrowserName): string {
  const program = findBrowser(name);
  if (!program) throw new Error(BROWSERS[name].missing);
  return program;
}
