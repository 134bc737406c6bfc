import { accessSync, constants } from "node:fs";
import { chromium } from "playwright";

const isExecutable = (file: string) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // missing and not executable are the same answer: not this one
  }
};

/** The browser of the e2e tests: PLAYWRIGHT_CHROMIUM, Debian's, Playwright's own; undefined where there is none. */
export function findChromium(): string | undefined {
  const candidates = [process.env.PLAYWRIGHT_CHROMIUM, "/usr/bin/chromium", chromium.executablePath()];
  return candidates.find((file) => file && isExecutable(file));
}
