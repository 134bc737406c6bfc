import type { Page } from "playwright";
import { beforeEach, expect, test } from "vitest";

import { useBrowser } from "../helpers/browser/browser.ts";
import { openConsole } from "../helpers/browser/console.ts";
import { useShop } from "../helpers/shop/shop.ts";

// Forms with errors. Runs with JavaScript only.

const shop = useShop();
const openWindow = useBrowser();
const url = (path: string) => shop().url("console", path);

let page: Page;
beforeEach(async () => {
  page = await openConsole(openWindow, url, 1280);
});

test("a refused form has the focus in its first wrong field", async () => {
  await page.goto(url("/new-brand"));
  await page.getByLabel("Name", { exact: true }).fill("Third");
  await page.getByLabel("Hostname").fill("not a host!");
  await page.getByLabel("Colour", { exact: true }).fill("reddish");
  await page.getByRole("button", { name: "Open the shop" }).click();
  await page.getByText("It must be a lower-case hostname").first().waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("hostname");
});

test("a refusal that names no field has the focus itself", async () => {
  const { page: stranger } = await openWindow();
  await stranger.goto(url("/sign-in"));
  await stranger.getByLabel("E-mail address").fill("owner@awning.test");
  await stranger.getByLabel("Password", { exact: true }).fill("not the password");
  await stranger.getByRole("button", { name: "Sign in", exact: true }).click();
  await stranger.getByRole("alert").filter({ hasText: /\w/ }).first().waitFor();
  await expect.poll(() => stranger.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("alert");
});

test("a picture that is too large is refused before it is sent, so no typed value is lost", async () => {
  await page.goto(url("/brands/aurora/new-product"));
  await page.waitForFunction(() => customElements.get("size-limit") !== undefined);
  const picture = page.getByLabel("A picture of your own");
  const choose = (size: number) =>
    picture.setInputFiles({ name: "card.png", mimeType: "image/png", buffer: Buffer.alloc(size) });
  const told = () => page.locator("#picture-error").innerText();
  const sent: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && sent.push(request.url())));
  await page.getByLabel("Name", { exact: true }).fill("Chai Point");
  await page.getByLabel("Amounts in rupees").fill("250");
  await choose(11 * 1024 * 1024);
  expect(await told()).toBe("The file is larger than 10 MB.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("picture");
  expect(sent).toEqual([]);
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Chai Point");
  await choose(10);
  expect(await told()).toBe("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("not a PNG, JPEG, WebP or AVIF picture").first().waitFor();
});
