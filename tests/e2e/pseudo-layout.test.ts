import type { Page } from "playwright";
import { expect, test } from "vitest";

import { goTo, revealed, useBrowser } from "../helpers/browser/browser.ts";
import { PSEUDO, type PseudoCode } from "../helpers/languages/pseudo.ts";
import { usePseudoShop } from "../helpers/languages/pseudo-shop.ts";
import { SCREENS } from "../helpers/shots/screens.ts";
import { prepareShoppers } from "../helpers/shots/shot-shoppers.ts";

// Texts are a third longer than the English ones, and run from the right in "qpr".

const shop = usePseudoShop();
const openWindow = useBrowser();
const STATES: [state: string, widths: number[]][] = [
  ["", [360, 768, 1440]],
  [", opened", [1440, 360]],
];
/** Long lists of cards, as the catalogue's. */
const REPEATED = new Set(["catalogue-page-3", "search"]);
let prepared: ReturnType<typeof prepareShoppers> | undefined;

/** Runs in the page. How far it scrolls sideways, and texts beyond the edge of their box. */
function findCutTexts(): string[] {
  const isShown = (element: Element) =>
    !element.closest(".sr, script, style, option, noscript, template") &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  /** The nearest box, which is as wide as its texts; none if one shortens them with an ellipsis, or scrolls. */
  const boxOf = (element: Element): Element | undefined => {
    const { display, overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
    const isPlanned = textOverflow === "ellipsis" || webkitLineClamp !== "none";
    if (isPlanned || element === document.body || [overflowX, overflowY].some((kind) => /auto|scroll/.test(kind)))
      return;
    if (overflowX !== "visible" || overflowY !== "visible" || !/^(inline|contents)$/.test(display)) return element;
    return boxOf(element.parentElement!);
  };
  const isOutside = (line: DOMRect, edge: DOMRect) =>
    line.width > 1 &&
    (line.left < edge.left - 1 ||
      line.right > edge.right + 1 ||
      line.top < edge.top - 4 ||
      line.bottom > edge.bottom + 4);
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`scrolls sideways by ${scrollWidth - clientWidth}`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const holder = text.parentElement!;
    const box = text.nodeValue!.trim() !== "" && isShown(holder) ? boxOf(holder) : undefined;
    const range = document.createRange();
    range.selectNodeContents(text);
    if (box && [...range.getClientRects()].some((line) => isOutside(line, box.getBoundingClientRect())))
      found.push(`${box.localName}.${box.className}: ${text.nodeValue}`);
  }
  return found;
}

/** Runs in the page. Shows what a click would. */
function openAll() {
  for (const part of document.querySelectorAll("details")) part.open = true;
  for (const dialog of document.querySelectorAll("dialog")) dialog.show();
}

async function walk(page: Page, code: PseudoCode, screens: [name: string, path: string][]): Promise<string[]> {
  const found: string[] = [];
  const { locale } = PSEUDO[code].manifest;
  for (const [name, path] of screens) {
    const answer = await goTo(page, shop().url("aurora", path));
    if (answer?.headers().refresh !== undefined) await page.evaluate("stop()");
    await revealed(page);
    expect([name, await page.locator("html").getAttribute("lang")]).toEqual([name, locale]);
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    for (const [state, widths] of STATES) {
      if (state !== "") await page.evaluate(openAll);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const faults = await page.evaluate(findCutTexts);
        found.push(...faults.map((fault) => `${code}, ${name}${state}, ${width} wide: ${fault}`));
      }
    }
  }
  return found;
}

test.each(["qps", "qpr"] as const)("long texts fit in %s", async (code) => {
  const { cookiesOf, fillIn } = await (prepared ??= prepareShoppers(shop(), "aurora", SCREENS));
  const walks = (["visitor", "shopper", "payer"] as const).map(async (as) => {
    const { page } = await openWindow({ reducedMotion: "reduce" });
    await page.context().addCookies([...cookiesOf(as), { name: "lang", value: code, url: shop().url("aurora") }]);
    const screens = SCREENS.filter((screen) => screen.as === as && !REPEATED.has(screen.name));
    return walk(
      page,
      code,
      screens.map(({ name, path }) => [name, fillIn(path)]),
    );
  });
  expect((await Promise.all(walks)).flat()).toEqual([]);
});
