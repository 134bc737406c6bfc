import type { Page } from "playwright";

/**
 * Keeps a page that loads the next one after some seconds: an aborted request leaves it in sight. The returned function
 * waits for that request, and lets the next page through.
 */
export async function keepPage(page: Page, nextUrl: string): Promise<() => Promise<void>> {
  const { promise: hasAsked, resolve } = Promise.withResolvers<void>();
  await page.route(nextUrl, async (route) => {
    await route.abort("aborted");
    resolve();
  });
  return async () => {
    await hasAsked;
    await page.unroute(nextUrl);
  };
}
