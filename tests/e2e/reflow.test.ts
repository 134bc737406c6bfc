import { expect, test } from "vitest";

import { drawn, launchBrowser, readAt, useBrowser } from "../helpers/browser/browser.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { SCREENS } from "../helpers/shots/screens.ts";
import { prepareShoppers } from "../helpers/shots/shot-shoppers.ts";

// Parts of pages in narrow windows; the crawls check each whole page.

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

test.each([
  [720, 450],
  [640, 360],
])(
  "the header of a window of %i x %i, which has no bottom bar in sight, shows the cart and the account",
  async (width, height) => {
    const page = await openPage(width, height, shop().url("aurora"));
    for (const name of ["CART", "Track Order", "SIGN IN"])
      expect([name, await page.getByRole("banner").getByRole("link", { name }).isVisible()]).toEqual([name, true]);
  },
);

test("on a tablet held upright, Add to Cart is in the first screen", async () => {
  const page = await openPage(768, 1024, shop().url("aurora", "/shopping-cart?product=1"));
  const { y, height } = (await page.getByRole("button", { name: "Add to Cart" }).boundingBox())!;
  expect(y + height).toBeLessThan(1024);
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

test.each([24, 32])("pages fit on a phone whose usual text has %i px", async (size) => {
  const shoppers = await prepareShoppers(shop(), "aurora", SCREENS);
  const browser = await launchBrowser([`--blink-settings=defaultFontSize=${size}`]);
  const sideways: [string, number][] = [];
  for (const as of ["visitor", "shopper", "payer"] as const) {
    const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
    await page.context().addCookies(shoppers.cookiesOf(as));
    for (const { path } of SCREENS.filter((screen) => screen.as === as)) {
      const { font, width, outside } = await readAt(page, shop().url("aurora", shoppers.fillIn(path)), () => ({
        font: getComputedStyle(document.documentElement).fontSize,
        width: document.documentElement.scrollWidth,
        outside: [...document.querySelectorAll("button, a.button")].flatMap((button) => {
          const { right, width } = button.getBoundingClientRect();
          return width > 1 && right > 361 ? [button.textContent] : [];
        }),
      }));
      expect(font).toBe(`${size}px`);
      if (width > 360) sideways.push([path, width]);
      expect([path, outside]).toEqual([path, []]);
    }
    await page.close();
  }
  await browser.close();
  expect(sideways).toEqual([]);
});

test("text of twice the size leaves Add to Cart above the bottom bar, or in its place where both are too high", async () => {
  const buttonOf = async (height: number) => {
    const page = await openPage(360, height, shop().url("aurora", "/shopping-cart?product=1"));
    await page.evaluate(() => void document.documentElement.style.setProperty("font-size", "200%"));
    const button = page.getByRole("button", { name: "Add to Cart" });
    const isSticky = await button.evaluate((box) => box.getBoundingClientRect().bottom < innerHeight);
    await button.scrollIntoViewIfNeeded();
    await button.click({ trial: true });
    return isSticky;
  };
  expect([await buttonOf(960), await buttonOf(780)]).toEqual([true, false]);
});

test("text of twice the size is whole in a wide window: the banner, and the steps and details of a payment", async () => {
  const shoppers = await prepareShoppers(shop(), "aurora", SCREENS);
  const enlarge = () => void document.documentElement.style.setProperty("font-size", "200%");
  const home = await openPage(1280, 900, shop().url("aurora"));
  await home.evaluate(enlarge);
  expect(await home.locator(".banner").evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  const payer = await open(1280, 900);
  await payer.context().addCookies(shoppers.cookiesOf("payer"));
  await payer.goto(shop().url("aurora", shoppers.fillIn(SCREENS.find(({ as }) => as === "payer")!.path)));
  await payer.evaluate(enlarge);
  await payer.locator("summary", { hasText: "Verify your details" }).click();
  const linesOf = (box: HTMLElement | SVGElement) => {
    const range = document.createRange();
    range.selectNodeContents(box);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  };
  expect(
    await Promise.all((await payer.locator(".details-list dt").all()).map((label) => label.evaluate(linesOf))),
  ).toEqual([1, 1, 1]);
  const marks = payer.locator(".steps .step-mark");
  expect(await marks.evaluateAll((all) => all.map((mark) => mark.scrollHeight > mark.clientHeight))).toEqual([
    false,
    false,
    false,
  ]);
});

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
