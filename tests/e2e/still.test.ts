import type { Page } from "playwright";
import { expect, test } from "vitest";

import { useBrowser, visit } from "../helpers/browser/browser.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";

// Nothing moves under the reader's finger while fonts, pictures and scripts arrive, one after the other.

const shop = useSharedShop();
const openWindow = useBrowser();

/** A slow mobile line, bytes a second. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
/** A tenth of what counts as good (web.dev, Cumulative Layout Shift): a line that ends a few pixels further on. */
const MAX_SHIFT = 0.01;

/** A busy machine draws parts of a page late, at times; an unstable part moves at each load. */
const LOADS = 6;
/** The longest load, at six times the usual one. */
const LOAD_MS = 60_000;

/** Runs in the page. */
const drawnOnce = () =>
  new Promise<void>((resolve) => new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true }));

/** Loads pages with an empty cache over a slow line, and adds up what moves in each. */
async function watchShifts(page: Page) {
  const session = await page.context().newCDPSession(page);
  let shift = 0;
  session.on("PerformanceTimeline.timelineEventAdded", ({ event }) => (shift += event.layoutShiftDetails?.value ?? 0));
  await session.send("PerformanceTimeline.enable", { eventTypes: ["layout-shift"] });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", SLOW);
  // Fonts come after the page has been drawn without them.
  await page.route("**/*.woff2*", async (route) => {
    await page.evaluate(drawnOnce).catch(() => {});
    await route.continue();
  });
  return async (url: string) => {
    shift = 0;
    const loaded = await visit(page, url).catch((error: Error) => error);
    if (loaded instanceof Error) {
      if (!/Timeout/.test(loaded.message)) throw loaded;
      // At times Chromium's slow line stops for good while the machine is busy. The next load has to succeed.
      console.warn(loaded.message);
      return Infinity;
    }
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot(); // what has arrived is drawn
    return shift;
  };
}

test.each([
  ["aurora", 360, "Figtree"],
  ["aurora", 1440, "Figtree"],
  ["meridian", 1440, "Public Sans"],
  ["tamarind", 360, "Fraunces"],
  ["tamarind", 1440, "Fraunces"],
])("%s, %i wide: pages do not shift while they load, and end in the brand's own font", async (brand, width, font) => {
  const shopper = await openWindow({ viewport: { width, height: 800 } });
  const { page } = shopper;
  page.setDefaultNavigationTimeout(LOAD_MS);
  const load = await watchShifts(page);
  for (const path of ["/", "/shopping-cart?product=3", "/login", "/privacy"]) {
    let shift = await load(shop().url(brand, path));
    for (let loads = 1; loads < LOADS && shift >= MAX_SHIFT; loads++) shift = await load(shop().url(brand, path));
    expect([path, shift < MAX_SHIFT ? "still" : shift]).toEqual([path, "still"]);
    const loaded = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll('"', "")),
    );
    expect(loaded).toContain(font);
  }
  expect(shopper.problems).toEqual([]);
});
