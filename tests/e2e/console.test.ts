import { expect, test } from "vitest";

import { findBarriers } from "../helpers/browser/barriers.ts";
import { useBrowser } from "../helpers/browser/browser.ts";
import { CONSOLE_WIDTHS, openConsole } from "../helpers/browser/console.ts";
import { useShop } from "../helpers/shop/shop.ts";

const BRAND = "/brands/aurora";
const PAGES = [
  ...["/", "/?range=quarter", "/account", "/staff", "/audit"],
  ...[BRAND, `${BRAND}?range=week`, `${BRAND}/orders`, `${BRAND}/shoppers`, `${BRAND}/shoppers/grants`],
  ...["/new-brand", `${BRAND}/brand`, `${BRAND}/brand/look`, `${BRAND}/brand/pictures`, `${BRAND}/open`],
  ...[`${BRAND}/brand/payments`, `${BRAND}/brand/payments?gateway=phonepe`, `${BRAND}/brand/suppliers`],
  ...[`${BRAND}/products`, `${BRAND}/new-product`, `${BRAND}/categories`, `${BRAND}/stock-alerts`],
  ...[`${BRAND}/products/raga-stream`, `${BRAND}/products?stock=low`],
  ...[`${BRAND}/payments`, `${BRAND}/payments?kind=refund`, `${BRAND}/payments/waiting`, `${BRAND}/payments/statement`],
  ...[`${BRAND}/money`, `${BRAND}/webhooks`, `${BRAND}/integrations`, `${BRAND}/audit`, `${BRAND}/coupons`],
  ...[
    `${BRAND}/stock`,
    `${BRAND}/stock/import`,
    `${BRAND}/catalogue/import`,
    `${BRAND}/jobs`,
    `${BRAND}/orders/export`,
  ],
];

const shop = useShop();
const openWindow = useBrowser();
const url = (path: string) => shop().url("console", path);

const open = (width: number) => openConsole(openWindow, url, width);

test.for(CONSOLE_WIDTHS)("the console has no barriers at %i pixels, and nothing is cut off", async (width) => {
  const page = await open(width);
  const barriers: string[] = [];
  const look = async (path: string) => {
    await page.waitForLoadState(); // a page that was reached by a click may lack its style sheet until then
    barriers.push(...(await findBarriers(page, `console ${path}`)));
    const isCut = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (isCut) barriers.push(`${path} scrolls sideways`);
  };
  for (const path of PAGES) {
    const answer = await page.goto(url(path));
    expect([path, answer?.status()]).toEqual([path, 200]);
    await look(path);
  }
  for (const list of ["orders", "shoppers"]) {
    await page.goto(url(`${BRAND}/${list}`));
    await page.getByRole("main").locator("tbody a").first().click();
    await page.waitForURL(new RegExp(`/${list}/[\\w-]{10,}$`));
    await look(`one of the ${list}`);
  }
  await page.goto(url(`${BRAND}/stock/import`));
  await page.getByLabel("Lines").fill("product,denomination,card_number\nnosuch,250,CARD-1\n");
  await page.getByRole("button", { name: "Check the lines" }).click();
  await page.getByText('there is no product "nosuch"').waitFor();
  await look("refused lines");
  await page.goto(url(`${BRAND}/jobs`));
  await page.getByRole("link", { name: "Check of a stock file" }).first().click();
  await page.getByText('there is no product "nosuch"').waitFor();
  await look("a job");
  await page.goto(url(`${BRAND}/integrations`));
  await page.getByText("Add an endpoint").click();
  await page.getByLabel("URL").fill("http://127.0.0.1:9/events");
  await page.getByLabel("An order was placed.").check();
  await look("a new endpoint");
  await page.getByRole("button", { name: "Add the endpoint" }).click();
  await page.getByText(/^whsec_/).waitFor();
  await look("a secret that is shown once");
  await page.getByRole("link", { name: "http://127.0.0.1:9/events" }).first().click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("A test is on its way.").waitFor();
  await look("an endpoint");
  await page.goto(url(`${BRAND}/money`));
  await page
    .getByRole("link", { name: /^\w{3} \d{4}$/ })
    .first()
    .click();
  await page.waitForURL(/\/money\/\d{4}-\d{2}$/);
  await look("a month");
  expect(barriers).toEqual([]);
});

test("lists fit a tablet, and the labels of a plot are as large on a phone as elsewhere", async () => {
  const tablet = await open(768);
  for (const path of [
    "/",
    ...["orders", "coupons", "products", "stock", "payments"].map((list) => `${BRAND}/${list}`),
  ]) {
    await tablet.goto(url(path));
    const isCut = () =>
      [...document.querySelectorAll(".table-scroll")].some((box) => box.scrollWidth > box.clientWidth);
    expect([path, await tablet.evaluate(isCut)]).toEqual([path, false]);
  }
  const phone = await open(360);
  await phone.goto(url(`${BRAND}?range=quarter`));
  const labels = await phone.locator(".plot text:visible").evaluateAll((texts) => {
    const boxes = texts.map((text) => text.getBoundingClientRect());
    return boxes.map(({ height, left, right }) => height > 11 && left >= 0 && right <= innerWidth);
  });
  expect(labels.length).toBeGreaterThan(10);
  expect(labels).not.toContain(false);
});

test("the shop as it is stands beside the form on wide windows, and is folded below it on phones", async () => {
  for (const path of ["brand", "brand/look", "brand/pictures", "products/raga-stream"]) {
    const wide = await open(1280);
    await wide.goto(url(`${BRAND}/${path}`));
    await wide.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
    const [form, beside] = await wide.locator(".with-preview > *").evaluateAll((parts) =>
      parts.map((part) => {
        const { top, left, right } = part.getBoundingClientRect();
        return { top, left, right };
      }),
    );
    expect([path, beside!.left > form!.right, beside!.top]).toEqual([path, true, form!.top]);
    const phone = await open(360);
    await phone.goto(url(`${BRAND}/${path}`));
    expect([path, await phone.locator("iframe").isVisible()]).toEqual([path, false]);
    await phone.getByText("Look at the shop").click();
    await phone.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
  }
});

test("a preview shows the shop in a frame, in the colours and the width that were chosen", async () => {
  const page = await open(1280);
  await page.goto(url(`${BRAND}/brand/look`));
  const frame = page.frameLocator("iframe[name=preview]");
  const look = () =>
    frame.locator("html").evaluate((root) => {
      const style = getComputedStyle(root);
      return { scheme: style.colorScheme, width: innerWidth, primary: style.getPropertyValue("--primary") };
    });
  const showIn = async (scheme: string, device: string, width: number) => {
    await page.getByLabel("Colours").selectOption(scheme);
    await page.getByLabel("Width").selectOption(device);
    await page.getByRole("button", { name: "Show preview" }).click();
    await frame.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(look, { timeout: 10_000 }).toMatchObject({ scheme, width });
    return look();
  };
  const [dark, light] = [await showIn("dark", "desktop", 1200), await showIn("light", "phone", 360)];
  expect(light.primary).not.toBe(dark.primary);
  const firstPictureWidth = () =>
    frame
      .locator("img")
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(firstPictureWidth, { timeout: 10_000 }).toBeGreaterThan(0);

  // A link does nothing: the frame stays on the page that it shows.
  await frame.getByRole("link", { name: /^Help/ }).first().click();
  expect(await frame.getByRole("heading", { level: 1 }).count()).toBe(1);
  expect(page.context().pages()).toHaveLength(1);
});
