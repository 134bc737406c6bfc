import type { Page } from "playwright";
import { expect, test } from "vitest";

import { type FormRules } from "#app/forms/rules.ts";
import { writeRules } from "#app/forms/rules-text.ts";

import { useBrowser } from "../helpers/browser/browser.ts";
import { type Asked, serveFixture } from "../helpers/browser/fixture-site.ts";

// <checked-form> and <toast-list>, on pages written for these tests. Runs with JavaScript only.

const openWindow = useBrowser();

const RULES: FormRules = {
  name: { required: "Enter a name.", reads: "line", checks: [] },
  code: {
    required: "Enter a code.",
    reads: "line",
    checks: [{ kind: "pattern", pattern: /^\d{4}$/, message: "Enter four digits." }],
  },
};
const field = (name: string) =>
  `<label for="${name}">${name}</label><input id="${name}" name="${name}"><p id="${name}-error"><span></span></p>`;
const TEMPLATE = `<template><div class="notice error" data-problem tabindex="-1" role="group" data-one="Please check this field:"
  data-several="Please check these fields:"><p></p><ul></ul></div></template>`;

/** A form whose attributes and content the test chooses, and the forms that were sent. */
async function openForm(attributes = "", before = "", rules = RULES) {
  const { page } = await openWindow();
  const sent: Asked[] = [];
  const names = Object.keys(rules).map(field).join("");
  const escaped = writeRules(rules).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const site = await serveFixture(page, (asked) => {
    if (asked.method === "POST") sent.push(asked);
    return `<checked-form rules="${escaped}" ${attributes}><form method="post">${TEMPLATE}${before}${names}<button>Send</button></form></checked-form>`;
  });
  await site.open("/form");
  return { page, sent };
}

const send = (page: Page) => page.getByRole("button", { name: "Send" }).click();
const errorOf = (page: Page, name: string) => page.locator(`#${name}-error`).textContent();
const focused = (page: Page) => page.evaluate(() => document.activeElement!.id || document.activeElement!.className);

test("stops a form that breaks a rule, lists its fields and has the focus on the list", async () => {
  const { page, sent } = await openForm();
  await send(page);
  const list = page.getByRole("group", { name: "Please check these fields:" });
  expect(await list.getByRole("link").allTextContents()).toEqual(["name", "code"]);
  await expect.poll(() => focused(page)).toBe("notice error");
  await page.locator("#name").fill("Asha");
  expect(await list.getByRole("link").allTextContents()).toEqual(["code"]);
  await send(page);
  expect(await page.locator("[data-problem]").count()).toBe(1);
  expect(
    await page.getByRole("group", { name: "Please check this field:" }).getByRole("link").allTextContents(),
  ).toEqual(["code"]);
  await expect.poll(() => focused(page)).toBe("notice error");
  expect(sent).toEqual([]);
  await page.locator("#code").fill("1234");
  expect(await page.locator("[data-problem]").isVisible()).toBe(false);
  await send(page);
  await expect.poll(() => sent.map(({ body }) => Object.fromEntries(body))).toEqual([{ name: "Asha", code: "1234" }]);
});

test("has the focus on the field of a form with one field", async () => {
  const { page, sent } = await openForm("", "", { code: RULES.code! });
  await send(page);
  expect([await focused(page), await errorOf(page, "code"), sent]).toEqual(["code", "Enter a code.", []]);
});

test("checks a field when it is left, and clears its error while it is typed in; one that nobody has left shows none", async () => {
  const { page } = await openForm();
  await page.locator("#code").pressSequentially("12");
  expect(await errorOf(page, "code")).toBe("");
  await page.locator("#code").press("Shift+Tab");
  expect([await errorOf(page, "code"), await errorOf(page, "name")]).toEqual(["Enter four digits.", ""]);
  expect(await page.locator("#code").getAttribute("aria-invalid")).toBe("true");
  expect(await page.locator("#code").getAttribute("aria-describedby")).toBe("code-error");
  // The value is still wrong.
  await page.locator("#code").pressSequentially("3");
  expect([await errorOf(page, "code"), await page.locator("#code").getAttribute("aria-invalid")]).toEqual(["", null]);
  await page.locator("#name").focus();
  await expect.poll(() => errorOf(page, "code")).toBe("Enter four digits.");
  await page.locator("#code").fill("1234");
  expect([await errorOf(page, "code"), await page.locator("#code").getAttribute("aria-invalid")]).toEqual(["", null]);
  await page.locator("#name").focus();
  await expect.poll(() => errorOf(page, "code")).toBe("");
});

test("keeps a button disabled until every rule holds, if the form enables that", async () => {
  const { page } = await openForm("until-valid");
  const isEnabled = () => page.getByRole("button", { name: "Send" }).isEnabled();
  expect(await isEnabled()).toBe(false);
  await page.locator("#name").fill("Asha");
  expect(await isEnabled()).toBe(false);
  await page.locator("#code").fill("1234");
  await expect.poll(() => isEnabled()).toBe(true);
});

test("limits its rules to one choice", async () => {
  const choice = ["self", "gift"].map((to) => `<label><input type="radio" name="delivery" value="${to}">${to}</label>`);
  const { page, sent } = await openForm(`only-if="delivery=gift"`, choice.join(""));
  await page.getByLabel("gift").check();
  await send(page);
  expect(sent).toEqual([]);
  await page.getByLabel("self").check();
  await send(page);
  await expect.poll(() => sent.length).toBe(1);
});

/** A page with a toast from the server, and one from a script. */
async function openToasts() {
  const { page } = await openWindow();
  const notice = `<div class="notice success" style="width: 9rem">Saved <button class="dismiss" type="button">Close</button></div>`;
  const site = await serveFixture(page, () => ({ body: "Page", messages: notice }));
  await page.clock.install();
  await site.open("/");
  const show = (text: string) =>
    page.evaluate((text) => {
      const detail = { text, tone: "error", durationMs: 60_000 };
      window.dispatchEvent(new CustomEvent("awning:toast", { detail }));
    }, text);
  return { page, show, isOver: () => page.locator("toast-list:state(over)").count() };
}

test("a toast shows for its time, and longer while it is pointed at", async () => {
  const { page, show } = await openToasts();
  await show("Too late");
  const toast = page.locator(".toasts .notice.error");
  expect(await toast.textContent()).toBe("Too late");
  await page.clock.runFor(20_000);
  expect(await toast.count()).toBe(1);
  await toast.hover();
  await page.clock.runFor(60_000);
  expect(await toast.count()).toBe(1);
  await page.locator("main").hover();
  await page.clock.runFor(2_000);
  expect(await toast.count()).toBe(0);
});

test("a toast from the server ends after the page's time, and when it is dismissed", async () => {
  const { page, isOver } = await openToasts();
  await page.clock.runFor(500);
  expect(await isOver()).toBe(0);
  await page.getByRole("button", { name: "Close" }).click();
  expect(await page.getByText("Saved").isVisible()).toBe(false);
  await page.clock.runFor(10_000);
  expect(await isOver()).toBe(1);
});
