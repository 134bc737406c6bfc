import { expect, test } from "vitest";

import { useBrowser } from "../helpers/browser/browser.ts";
import { openConsole } from "../helpers/browser/console.ts";
import { useShop } from "../helpers/shop/shop.ts";

const BRAND = "/brands/aurora";
const shop = useShop();
const openWindow = useBrowser();
const url = (path: string) => shop().url("console", path);

const open = (width: number) => openConsole(openWindow, url, width);

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

test("the current shop is beside the form in wide windows, and folded below it on phones", async () => {
  const [wide, phone] = [await open(1280), await open(360)];
  for (const path of ["brand", "brand/look", "brand/pictures", "products/raga-stream"]) {
    await wide.goto(url(`${BRAND}/${path}`));
    await wide.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
    const [form, beside] = await wide.locator(".with-preview > *").evaluateAll((parts) =>
      parts.map((part) => {
        const { top, left, right } = part.getBoundingClientRect();
        return { top, left, right };
      }),
    );
    expect([path, beside!.left > form!.right, beside!.top]).toEqual([path, true, form!.top]);
    await phone.goto(url(`${BRAND}/${path}`));
    expect([path, await phone.locator("iframe").isVisible()]).toEqual([path, false]);
    await phone.getByText("Look at the shop").click();
    await phone.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
  }
});

test("a preview shows the shop in a frame, in the chosen colours and width", async () => {
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
    await expect.poll(look).toMatchObject({ scheme, width });
    return look();
  };
  const [dark, light] = [await showIn("dark", "desktop", 1200), await showIn("light", "phone", 360)];
  expect(light.primary).not.toBe(dark.primary);
  const firstPictureWidth = () =>
    frame
      .locator("img")
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(firstPictureWidth).toBeGreaterThan(0);

  // A link does nothing: the frame stays on the page that it shows.
  await frame.getByRole("link", { name: /^Help/ }).first().click();
  expect(await frame.getByRole("heading", { level: 1 }).count()).toBe(1);
  expect(page.context().pages()).toHaveLength(1);
});
