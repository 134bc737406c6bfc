import { expect, test } from "vitest";

import { drawn, useBrowser } from "../helpers/browser/browser.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { SCREENS } from "../helpers/shots/screens.ts";
import { prepareShoppers } from "../helpers/shots/shot-shoppers.ts";

// What narrow windows do to parts of a page; the crawls look at each whole page.

const shop = useSharedShop();
const openWindow = useBrowser();

/** A phone, or a tablet held upright. */
async function open(width: number, height: number) {
  const isMobile = width < 600;
  const { page } = await openWindow({
    viewport: { width, height },
    isMobile,
    hasTouch: isMobile,
    reducedMotion: "reduce",
  });
  return page;
}

async function openPage(width: number, height: number, url: string) {
  const page = await open(width, height);
  await page.goto(url);
  await drawn(page);
  return page;
}

test("sticky parts cover no link at the end of a page on a phone, and nothing sticks in a low window", async () => {
  const screens = SCREENS.filter(({ name }) => name === "cart" || name === "product-signed-in");
  const shoppers = await prepareShoppers(shop(), "aurora", screens);
  const page = await open(320, 640);
  await page.context().addCookies(shoppers.cookiesOf("shopper"));
  for (const { path } of screens) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(shop().url("aurora", path));
    await drawn(page);
    const covered = await page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight);
      const links = [...document.querySelectorAll(".legal a")];
      return links.flatMap((link) => {
        const { left, top, width, height } = link.getBoundingClientRect();
        const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
        return link.contains(onTop) ? [] : [link.textContent];
      });
    });
    expect([path, covered]).toEqual([path, []]);
    await page.setViewportSize({ width: 320, height: 256 });
    const sticking = await page.evaluate(
      () =>
        [...document.querySelectorAll(".bottom-bar, .proceed, .pay-bar")].filter((bar) =>
          ["fixed", "sticky"].includes(getComputedStyle(bar).position),
        ).length,
    );
    expect([path, sticking]).toEqual([path, 0]);
  }
});

test("a product whose name is one long word fits on a phone", async () => {
  const page = await openPage(320, 640, shop().url("aurora", "/shopping-cart?product=1"));
  const sideways = await page.evaluate(() => {
    const words = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const { data } = words.currentNode as Text;
      (words.currentNode as Text).data = data.replace("Kettle & Clove", "K".repeat(40));
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    return [document.querySelector("h1")!.textContent, scrollWidth - clientWidth];
  });
  expect(sideways).toEqual(["K".repeat(40), 0]);
});

test.each(["aurora", "meridian", "tamarind"])(
  "on tablets the categories of %s take one line, with Show More at its end [H-07]",
  async (brand) => {
    const page = await openPage(768, 1024, shop().url(brand));
    const row = (await page.locator(".categories > details > .pills").boundingBox())!;
    const more = (await page.locator("summary", { hasText: "Show More" }).first().boundingBox())!;
    expect(row.height).toBeLessThan(50);
    expect(more.x + more.width).toBeLessThanOrEqual(row.x + row.width);
  },
);

test.each(["aurora", "meridian", "tamarind"])(
  "on phones the sort box of %s has room for each of its choices",
  async (brand) => {
    const page = await openPage(360, 780, shop().url(brand));
    const { room, widths } = await page.locator("#sort").evaluate((box: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(box);
      const pen = document.createElement("canvas").getContext("2d")!;
      pen.font = font;
      return {
        room: box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
        widths: [...box.options].map(({ label }) => pen.measureText(label).width),
      };
    });
    expect(widths).toHaveLength(3);
    expect(Math.max(...widths)).toBeLessThanOrEqual(room);
  },
);
