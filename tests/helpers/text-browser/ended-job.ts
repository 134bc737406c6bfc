import { expect } from "vitest";

import { header } from "../http/http.ts";
import { waitFor } from "../waiting/patience.ts";
import type { Page } from "./page.ts";

/** The page of a job of the console once it has ended. It loads itself again until then. */
export const endedJob = (page: Page): Promise<Page> =>
  waitFor(async () => {
    const now = await page.browser.open(page.url);
    if (!/ (Done|Failed|Cancelled) /.test(now.text)) {
      expect(header(now.answer, "refresh")).toBe(`5; url=${now.path}`);
      throw new Error(now.text);
    }
    expect(header(now.answer, "refresh")).toBeUndefined();
    return now;
  });
