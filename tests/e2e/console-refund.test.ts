import { expect, test } from "vitest";

import { useBrowser } from "../helpers/browser/browser.ts";
import { openConsole } from "../helpers/browser/console.ts";
import { useShop } from "../helpers/shop/shop.ts";

const shop = useShop();
const openWindow = useBrowser();
const url = (path: string) => shop().url("console", path);

test("the way back after a refund chooses no cards, so that pressing again gives none back twice", async () => {
  const page = await openConsole(openWindow, url, 360);
  await page.goto(url("/brands/aurora/orders?status=completed"));
  await page.locator('tbody a[href*="/orders/"]').first().click();
  await page.getByText("Refund cards").click();
  const count = page.locator('input[name^="unit-"]').first();
  await count.fill("1");
  await page.getByLabel("Refund also codes that were seen and may be used.").check();
  const form = page.locator("form").filter({ has: count });
  await form.getByLabel("Reason").fill("Bought twice");
  await form.getByRole("button", { name: "Refund" }).click();
  await page.getByText("The cards are refunded.").waitFor();
  await page.goBack();
  await page.getByText("Not sent yet").waitFor();
  const values = await page
    .locator('input[name^="unit-"]')
    .evaluateAll((inputs) => (inputs as HTMLInputElement[]).map(({ value }) => value));
  expect(new Set(values)).toEqual(new Set(["0"]));
});
