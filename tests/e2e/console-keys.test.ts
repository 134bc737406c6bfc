import { expect, test } from "vitest";

import { findBarriers } from "../helpers/browser/barriers.ts";
import { useBrowser } from "../helpers/browser/browser.ts";
import { openConsole } from "../helpers/browser/console.ts";
import { useShop } from "../helpers/shop/shop.ts";

const shop = useShop();
const openWindow = useBrowser();
const url = (path: string) => shop().url("console", path);

test("keys lead through the console, and letters can be switched off", async () => {
  const page = await openConsole(openWindow, url, 1280);
  await page.goto(url("/brands/aurora"));
  await page.waitForFunction(() => customElements.get("command-palette") !== undefined);
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await page.waitForURL(url(`/brands/aurora/orders`));
  await page.waitForFunction(() => customElements.get("command-palette") !== undefined);
  await page.keyboard.press("/");
  await page.keyboard.type("go?");
  await expect.poll(() => page.getByRole("searchbox", { name: "Search" }).inputValue()).toBe("go?");

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Go to" });
  await page.keyboard.type("mon");
  expect(await palette.getByRole("link").allTextContents()).toEqual([
    "Money",
    "Money that waits for approval",
    "Search orders and shoppers for “mon”",
    "Search products for “mon”",
  ]);
  for (const [typed, found] of [
    ["import", ["Import a catalogue", "Import stock"]],
    ["pict", ["Pictures"]],
    ["staff", ["Staff"]],
  ] as const) {
    await palette.getByRole("searchbox").fill(typed);
    const pages = await palette.getByRole("link").allTextContents();
    expect(pages.filter((label) => !label.startsWith("Search "))).toEqual(found);
  }
  await palette.getByRole("searchbox").fill("");
  expect(await palette.getByRole("link", { name: "Pictures" }).count()).toBe(0);
  await palette.getByRole("searchbox").fill("mon");
  expect(await findBarriers(page, "the palette")).toEqual([]);
  await palette.getByRole("checkbox").uncheck();
  await palette.getByRole("searchbox").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(url(`/brands/aurora/search?q=mon`));
  await page.waitForFunction(() => customElements.get("command-palette") !== undefined);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  expect(await palette.isVisible()).toBe(false);
});
