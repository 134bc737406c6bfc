import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, test } from "vitest";

import { useSharedShop } from "../shop/shared-shop.ts";
import { type Screen, SCREENS } from "../shots/screens.ts";
import { prepareShoppers } from "../shots/shot-shoppers.ts";
import { oneByDay } from "../suite/nightly.ts";
import { findBarriers } from "./barriers.ts";
import { drawn, hasJavaScript, revealed, useBrowser, visit } from "./browser.ts";
import { findLayoutFaults } from "./layout.ts";

/** A third of a day ahead of the shop, with Arabic digits; half a day behind it, with decimal commas. */
const PLACES: BrowserContextOptions[] = [
  { timezoneId: "Pacific/Kiritimati", locale: "ar-EG" },
  { timezoneId: "America/Los_Angeles", locale: "de-DE" },
];
const TIME_LEFT = /\b[0-4]:\d\d(?! [ap]m)|\b(?:\d+ min(?: \d+ s)?|\d+ s)(?= left)/g;
/** Scripts are the same at each width. Without them a phone loads the page as a phone. */
const WINDOW: BrowserContextOptions = hasJavaScript
  ? {}
  : { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true, reducedMotion: "reduce" };

type Check = (page: Page, state: string) => Promise<string[]>;
type Checks = { layout?: Check | undefined; barriers?: Check | undefined };
/** The pages' texts without the time left, which differs between two visits, and the number of such times. */
type Texts = { texts: Record<string, string>; timesLeft: number };
type Walk = Texts & { problems: string[]; layout: string[]; barriers: string[] };

/**
 * Declares the tests of every page of one kind of shopper. A first walk opens each page once and runs every check there.
 * A separate test checks the payment screens for barriers, in more states.
 */
export function testPages(as: Screen["as"]) {
  const shop = useSharedShop();
  const openWindow = useBrowser();
  const screens = SCREENS.filter((screen) => screen.as === as);
  const prepare = once(() => prepareShoppers(shop(), "aurora", screens));

  async function walk(place: BrowserContextOptions, checks: Checks): Promise<Walk> {
    const { cookiesOf, fillIn } = await prepare();
    const { page, problems, close } = await openWindow(place);
    await page.context().addCookies(cookiesOf(as));
    const found: Walk = { texts: {}, timesLeft: 0, problems, layout: [], barriers: [] };
    for (const { name, path } of screens) {
      const answer = await visit(page, shop().url("aurora", fillIn(path)));
      // Stops a page that would refresh.
      if (answer?.headers().refresh !== undefined) await page.evaluate("stop()");
      await revealed(page);
      const text = await page.locator("body").innerText();
      found.timesLeft += text.match(TIME_LEFT)?.length ?? 0;
      found.texts[name] = text.replaceAll(TIME_LEFT, "m:ss");
      for (const kind of ["layout", "barriers"] as const)
        found[kind].push(...((await checks[kind]?.(page, name)) ?? []));
    }
    await close();
    // A browser may complain about the page that is not there.
    return { ...found, problems: problems.filter((problem) => !problem.includes("/no-such-page")) };
  }

  const barriers = hasJavaScript && as !== "payer" ? findBarriers : undefined;
  const walkAtHome = once(() => walk(WINDOW, { layout: findLayoutFaultsOfDrawn, barriers }));

  describe(`the pages of a ${as}`, () => {
    test("keep their content policy, load every file and throw nothing [INJ-04]", async () => {
      expect((await walkAtHome()).problems).toEqual([]);
    });

    test("never scroll sideways at 320 pixels or 200 per cent, and their targets are large enough", async () => {
      expect((await walkAtHome()).layout).toEqual([]);
    });

    // The document is the same without JavaScript.
    if (!hasJavaScript) return;

    if (barriers)
      test("have no accessibility violations", async () => {
        expect((await walkAtHome()).barriers).toEqual([]);
      });

    test("show the same in every time zone and language [SSR-13]", async () => {
      const { texts, timesLeft } = await walkAtHome();
      for (const place of PLACES.slice(0, oneByDay(PLACES.length))) {
        const there = await walk(place, {});
        expect([there.texts, there.problems, there.timesLeft]).toEqual([texts, [], timesLeft]);
      }
    });

    if (SAMPLES[as])
      test("show times, prices and the time left", async () => {
        const { texts } = await walkAtHome();
        for (const [name, sample] of SAMPLES[as]!) expect(texts[name]).toMatch(sample);
      });
  });
}

/** The outcome of the first call that succeeds, for all calls: a walk whose browser crashed is tried again. */
function once<Outcome>(act: () => Promise<Outcome>): () => Promise<Outcome> {
  let outcome: Promise<Outcome> | undefined;
  return async () => {
    try {
      return await (outcome ??= act());
    } catch (error) {
      outcome = undefined;
      throw error;
    }
  };
}

/** Texts that the pages must contain, so that the comparison of places compares something. */
const SAMPLES: Partial<Record<Screen["as"], [name: string, sample: RegExp][]>> = {
  shopper: [
    ["order-history", /\d{1,2} [A-Z][a-z]{2} 2\d{3}, \d{1,2}:\d{2} [ap]m/],
    ["cart", /₹\d[\d,]*\.\d{2}/],
  ],
  payer: [
    ["payment", /m:ss/],
    ["verify-details", /m:ss/],
  ],
};

async function findLayoutFaultsOfDrawn(page: Page, state: string) {
  await drawn(page);
  return findLayoutFaults(page, state);
}
