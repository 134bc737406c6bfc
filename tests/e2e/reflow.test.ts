import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { hasJavaScript, launchBrowser } from "../helpers/browser/browser.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { SCREENS } from "../helpers/shots/screens.ts";
import { prepareShoppers } from "../helpers/shots/shot-shoppers.ts";
import { openWindow } from "../helpers/shots/shot-window.ts";

// Narrow windows, and wide ones at 200 % zoom, which to a page are narrow ones (WCAG 1.4.10, 1.4.4).

const shop = useShop();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const WIDTHS = [320, 640];
/** WCAG 2.5.8. */
const MIN_TARGET = 24;

/** How far a page can be scrolled sideways, and its targets that are too small, links within sentences apart. */
function measure(page: Page) {
  return page.evaluate((least) => {
    const isInSentence = (target: Element) =>
      target.matches("a") &&
      getComputedStyle(target).display === "inline" &&
      target.parentElement!.childNodes.length > 1;
    const small = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")].filter(
      (target) => {
        // A label is part of its control's target.
        const label = target instanceof HTMLInputElement && /checkbox|radio/.test(target.type) && target.labels?.[0];
        // A link may be stretched over its card.
        const stretched = getComputedStyle(target, "::after").position === "absolute" && target.closest("article");
        const { width, height } = (label || stretched || target).getBoundingClientRect();
        const isVisible = target.checkVisibility({ visibilityProperty: true }) && !target.closest(".sr");
        return isVisible && !isInSentence(target) && Math.min(width, height) < least;
      },
    );
    return {
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      small: small.map((target) => target.outerHTML.slice(0, 120)),
    };
  }, MIN_TARGET);
}

test.each(["visitor", "shopper", "payer"] as const)(
  "no page of a %s scrolls sideways at 320 pixels or 200 per cent, and its targets are large enough",
  { timeout: 240_000 },
  async (as) => {
    const screens = SCREENS.filter((screen) => screen.as === as);
    const shoppers = await prepareShoppers(shop(), "aurora", screens);
    const look = { width: 320, height: 640, scheme: "light" as const, hasJavaScript };
    const window = await openWindow(browser, look, shoppers.cookiesOf(as));
    const found: unknown[] = [];
    for (const { name, path } of screens) {
      await window.goto(shop().url("aurora", shoppers.fillIn(path)));
      for (const width of WIDTHS) {
        await window.page.setViewportSize({ width, height: 640 });
        const { sideways, small } = await measure(window.page);
        if (sideways > 0 || small.length > 0) found.push({ name, width, sideways, small });
      }
    }
    await window.close();
    expect(found).toEqual([]);
  },
);

test("sticky parts cover no link at the end of a page on a phone, and nothing sticks in a low window", async () => {
  const screens = SCREENS.filter(({ name }) => name === "cart" || name === "product-signed-in");
  const shoppers = await prepareShoppers(shop(), "aurora", screens);
  const look = { width: 320, height: 640, scheme: "light" as const, hasJavaScript };
  const window = await openWindow(browser, look, shoppers.cookiesOf("shopper"));
  for (const { path } of screens) {
    await window.page.setViewportSize({ width: 320, height: 640 });
    await window.goto(shop().url("aurora", path));
    const covered = await window.page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight);
      const links = [...document.querySelectorAll(".legal a")];
      return links.flatMap((link) => {
        const { left, top, width, height } = link.getBoundingClientRect();
        const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
        return link.contains(onTop) ? [] : [link.textContent];
      });
    });
    expect([path, covered]).toEqual([path, []]);
    await window.page.setViewportSize({ width: 320, height: 256 });
    const sticking = await window.page.evaluate(
      () =>
        [...document.querySelectorAll(".bottom-bar, .proceed, .pay-bar")].filter((bar) =>
          ["fixed", "sticky"].includes(getComputedStyle(bar).position),
        ).length,
    );
    expect([path, sticking]).toEqual([path, 0]);
  }
  await window.close();
});

test("a product whose name is one long word fits on a phone", async () => {
  const window = await openWindow(browser, { width: 320, height: 640, scheme: "light", hasJavaScript }, []);
  await window.goto(shop().url("aurora", "/shopping-cart?product=1"));
  const sideways = await window.page.evaluate(() => {
    const words = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const { data } = words.currentNode as Text;
      (words.currentNode as Text).data = data.replace("Kettle & Clove", "K".repeat(40));
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    return [document.querySelector("h1")!.textContent, scrollWidth - clientWidth];
  });
  await window.close();
  expect(sideways).toEqual(["K".repeat(40), 0]);
});

test.each(["aurora", "meridian", "tamarind"])(
  "on tablets the categories of %s take one line, with Show More at its end [H-07]",
  async (brand) => {
    const window = await openWindow(browser, { width: 768, scheme: "light", hasJavaScript }, []);
    await window.goto(shop().url(brand));
    const row = (await window.page.locator(".categories > details > .pills").boundingBox())!;
    const more = (await window.page.locator("summary", { hasText: "Show More" }).first().boundingBox())!;
    await window.close();
    expect(row.height).toBeLessThan(50);
    expect(more.x + more.width).toBeLessThanOrEqual(row.x + row.width);
  },
);

test.each(["aurora", "meridian", "tamarind"])(
  "on phones the sort box of %s has room for each of its choices",
  async (brand) => {
    const window = await openWindow(browser, { width: 360, scheme: "light", hasJavaScript }, []);
    await window.goto(shop().url(brand));
    const { room, widths } = await window.page.locator("#sort").evaluate((box: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(box);
      const pen = document.createElement("canvas").getContext("2d")!;
      pen.font = font;
      return {
        room: box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
        widths: [...box.options].map(({ label }) => pen.measureText(label).width),
      };
    });
    await window.close();
    expect(widths).toHaveLength(3);
    expect(Math.max(...widths)).toBeLessThanOrEqual(room);
  },
);
