import { expect, test } from "vitest";

import { findBarriers } from "../helpers/browser/barriers.ts";
import { goTo, hasJavaScript, useBrowser } from "../helpers/browser/browser.ts";
import { takeOver } from "../helpers/browser/session.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { signIn } from "../helpers/shop/shopper.ts";

const shop = useSharedShop();
const openWindow = useBrowser();

test("a shopper finds a card by keyboard, shows it at the till in the dark theme, and notes what is left", async () => {
  const { page } = await openWindow({ colorScheme: "dark", viewport: { width: 360, height: 740 } });
  await takeOver(page, await signIn(shop(), "aurora"));
  await goTo(page, shop().url("aurora", "/wallet"));
  // Axe does not end in a page without scripts.
  if (hasJavaScript) expect(await findBarriers(page, "/wallet")).toEqual([]);
  await page.getByRole("searchbox", { name: "Search your cards" }).fill("biryani");
  await page.keyboard.press("Enter");
  await page.getByText("1 card matches “biryani”").waitFor();
  const link = page.getByRole("link", { name: /^Biryani Bureau/ });
  await link.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Biryani Bureau" }).waitFor();

  if (hasJavaScript) expect(await findBarriers(page, "/wallet/ID")).toEqual([]);
  const barcode = page.getByRole("img", { name: "Barcode of the card number" });
  const box = (await barcode.boundingBox())!;
  expect(box.width).toBeGreaterThan(250);
  expect(box.height).toBeGreaterThan(90);
  // A scanner needs white around the bars, whatever the theme.
  const ground = await page.locator(".wallet-till").evaluate((panel) => getComputedStyle(panel).backgroundColor);
  expect(ground).toBe("rgb(255, 255, 255)");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const left = page.getByLabel("What is left on the card");
  await left.fill("9999999");
  await page.keyboard.press("Enter");
  await page.getByText(/At most ₹799\.00 can be left/).waitFor();
  expect(await left.inputValue()).toBe("9999999");
  if (!hasJavaScript) expect(await left.getAttribute("aria-invalid")).toBe("true");
  await left.fill("250");
  await page.keyboard.press("Enter");
  await page.getByText("₹250.00 left of ₹799.00").waitFor();

  await page.getByRole("button", { name: "Mark as used" }).click();
  await page.getByRole("button", { name: "Mark as not used" }).click();
  await page.getByRole("button", { name: "Mark as used" }).waitFor();
});
