import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "playwright";
import { beforeEach, expect, test } from "vitest";

import { findBarriers } from "../helpers/browser/barriers.ts";
import { useBrowser } from "../helpers/browser/browser.ts";
import { openConsole } from "../helpers/browser/console.ts";
import { useShop } from "../helpers/shop/shop.ts";

// The preview that follows what somebody types. Runs with JavaScript only.

const acme = {
  id: "acme",
  hostnames: ["acme.localhost"],
  seed: "demo",
  editedIn: "console",
  branding: { organization_name: "Acme", email: "help@acme.test", primary_color: "#123456" },
};
const shop = useShop(() => ({ tenants: { acme } }));
const openWindow = useBrowser();
const url = (path: string) => shop().url("console", path);
const LOOK = "/brands/acme/brand/look";

let page: Page;
beforeEach(async () => {
  page = await openConsole(openWindow, url, 1280);
});

/** Opens the section, with its scripts. */
async function open() {
  await page.goto(url(LOOK));
  await page.waitForFunction(() => customElements.get("live-preview") !== undefined);
}
const name = () => page.getByLabel("Name", { exact: true });
const status = () => page.locator(".save-state").innerText();
/** The text of the shown frame. Another one loads behind it. */
const shown = () => page.frameLocator("iframe:not(.coming)").locator("body").innerText();
const published = () => readFileSync(join(shop().tenantsDir, "acme", "tenant.json"), "utf8");

test("the frame shows typed values after a pause, and the draft holds them, while the focus stays and nothing is published", async () => {
  await open();
  const before = await page.evaluate(() => history.length);
  const files = published();
  for (const typed of ["Acme One", "Acme Two"]) {
    await name().fill(typed);
    await expect.poll(shown).toContain(typed);
    expect(await status()).toBe("The draft is saved.");
  }
  const frame = () => page.frameLocator("iframe:not(.coming)").locator("html");
  await frame().evaluate((root) => root.scrollTo(0, 300));
  await page.keyboard.type(" more");
  await expect.poll(shown).toContain("Acme Two more");
  expect(await name().inputValue()).toBe("Acme Two more");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
    .toBe("branding.organization_name");
  await expect.poll(() => page.locator("iframe").count()).toBe(1);
  expect(await frame().evaluate((root) => root.scrollTop)).toBe(300);
  expect(await page.evaluate(() => history.length)).toBe(before);
  expect(await findBarriers(page, "a live preview")).toEqual([]);
  await open();
  expect(await name().inputValue()).toBe("Acme Two more");
  expect(published()).toBe(files);
});

test("the frame shows another page or mail as soon as it is chosen", async () => {
  await open();
  await page.getByLabel("Page", { exact: true }).selectOption("mail-gift");
  await expect.poll(shown).toContain("Open your gift");
  expect(await status()).toBe("");
});

test("an error shows beside its field, disappears when it is corrected, and no typed value is lost", async () => {
  await open();
  const colour = page.getByLabel("Main colour", { exact: true });
  await colour.fill("reddish");
  const fault = page.locator("[id='branding.primary_color-error']");
  await expect.poll(() => fault.innerText()).toContain("must be a colour");
  expect(await status()).toBe("The draft is saved. It cannot be published like this.");
  await expect.poll(shown).toContain("This cannot be shown yet");
  expect(await colour.inputValue()).toBe("reddish");
  await colour.fill("#aa0011");
  await expect.poll(() => fault.innerText()).toBe("");
  expect(await colour.getAttribute("aria-invalid")).toBe(null);
});

test("the errors of a refused page disappear when the fault is corrected", async () => {
  await open();
  await page.getByLabel("Main colour", { exact: true }).fill("reddish");
  await page.getByRole("button", { name: "Save draft" }).click();
  const refusal = page.locator("main > .notice.error");
  await refusal.waitFor();
  await page.waitForFunction(() => customElements.get("live-preview") !== undefined);
  await page.getByLabel("Main colour", { exact: true }).fill("#aa0011");
  await expect.poll(status).toBe("The draft is saved.");
  expect(await refusal.count()).toBe(0);
});

test("a colour is chosen in the browser's picker, which shows the typed one, and is saved", async () => {
  await open();
  await page.getByLabel("Main colour", { exact: true }).fill("#0a4");
  const picker = page.getByLabel("Choose: Main colour");
  expect(await picker.inputValue()).toBe("#00aa44");
  await picker.fill("#aa3300");
  await expect.poll(() => page.getByLabel("Main colour", { exact: true }).inputValue()).toBe("#aa3300");
  await expect.poll(status).toBe("The draft is saved.");
  await open();
  expect(await page.getByLabel("Main colour", { exact: true }).inputValue()).toBe("#aa3300");
});

test("the form shows the shop's replacement of a colour during typing", async () => {
  await open();
  const colour = page.getByLabel("Text in the header", { exact: true });
  const findings = () => page.getByText("The text in the header has a contrast").count();
  await colour.fill("#fefefe");
  await expect.poll(findings).toBe(1);
  await colour.fill("#202020");
  await expect.poll(findings).toBe(0);
});

test("“Save draft” waits for the save that is under way", async () => {
  await open();
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  await page.route(`**${LOOK}`, async (route) => {
    begin();
    await gate;
    await route.continue();
  });
  await name().fill("Acme pressed");
  await begun;
  await page.getByRole("button", { name: "Save draft" }).click();
  release();
  await page.getByText("The draft is saved: Look.").waitFor();
  await page.unroute(`**${LOOK}`);
  await open();
  expect(await name().inputValue()).toBe("Acme pressed");
});

/** Another member's save of one field. */
async function saveElsewhere(label: string, value: string) {
  const theirs = await page.context().newPage();
  await theirs.goto(url(LOOK));
  await theirs.getByLabel(label, { exact: true }).fill(value);
  await theirs.getByRole("button", { name: "Save draft" }).click();
  await theirs.getByText("The draft is saved: Look.").waitFor();
  await theirs.close();
}

test("a field that somebody else has changed keeps their value, the typed value stays, and a press shows both", async () => {
  await open();
  await saveElsewhere("Name", "Theirs");
  for (const typed of ["Mine", "Mine again"]) {
    await name().fill(typed);
    await expect.poll(status).toContain("somebody else has changed Name meanwhile");
    expect(await name().inputValue()).toBe(typed);
  }
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("Somebody else changed this section").waitFor();
  expect(await page.getByRole("row", { name: "Name" }).innerText()).toMatch(/Mine again\s+Theirs/);
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("The draft is saved: Look.").waitFor();
  await open();
  expect(await name().inputValue()).toBe("Mine again");
});

test("fields that somebody else has changed keep the change while other fields are edited", async () => {
  await open();
  await saveElsewhere("Main colour", "#00aa11");
  for (const typed of ["Acme beside", "Acme beside them"]) {
    await name().fill(typed);
    await expect.poll(shown).toContain(typed);
  }
  await open();
  expect(await page.getByLabel("Main colour", { exact: true }).inputValue()).toBe("#00aa11");
  expect(await name().inputValue()).toBe("Acme beside them");
});

test("reports a draft that could not be saved", async () => {
  await open();
  await page.route(`**${LOOK}`, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await name().fill("Lost");
  await expect.poll(status).toContain("could not be saved");
  expect(await name().inputValue()).toBe("Lost");
});
