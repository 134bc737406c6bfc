import type { Page } from "playwright";
import { expect, test } from "vitest";

import { goTo, useBrowser } from "../helpers/browser/browser.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";

// A refused form lists its errors at the top and has the focus there, so that nobody searches for them.

const shop = useSharedShop();
const openWindow = useBrowser();

async function open(path: string): Promise<Page> {
  const shopper = await openWindow();
  await goTo(shopper.page, shop().url("aurora", path));
  return shopper.page;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const summaryOf = (page: Page) => page.locator("form .notice[tabindex]");
/** Without scripts Chromium moves the focus once the document is parsed. */
const expectFocus = (page: Page, selector: string) =>
  expect.poll(() => page.locator(`${selector}:focus`).count()).toBe(1);
const SUMMARY = "form .notice[tabindex]";

test("links to every wrong field and moves the focus to the summary, after each attempt", async () => {
  const page = await open("/signup");
  await page.getByLabel("Email", { exact: true }).fill("mira@example.com");
  await press(page, "Register Now");
  await expectFocus(page, SUMMARY);
  const links = summaryOf(page).getByRole("link");
  expect(await links.allInnerTexts()).toEqual(["Full Name", "Password", "Confirm Password"]);
  expect(await page.getByText("Please enter your full name").count()).toBe(1);
  await links.first().click();
  await expectFocus(page, "#signup-username");

  await page.getByLabel("Full Name").fill("Mira Rao");
  await press(page, "Register Now");
  await expectFocus(page, SUMMARY);
  expect(await links.allInnerTexts()).toEqual(["Password", "Confirm Password"]);
});

test("accepts the first press even while the field with the focus is wrong", async () => {
  const page = await open("/signup");
  for (const label of ["Full Name", "Email", "Password", "Confirm Password"])
    await page.getByLabel(label, { exact: true }).fill(label === "Confirm Password" ? "other" : "");
  await press(page, "Register Now");
  await expectFocus(page, SUMMARY);
});

test("moves the focus to a server message about the whole form", async () => {
  const page = await open("/login");
  await page.getByLabel("Email or phone").fill("demo@awning.test");
  await page.getByLabel("Password", { exact: true }).fill("Wrong@2026");
  await press(page, "Login");
  await expectFocus(page, SUMMARY);
  expect(await summaryOf(page).innerText()).toContain("Invalid");
});

test("shows the message once on a phone, in view, without a toast beside it", async () => {
  const page = await open("/login");
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByLabel("Email or phone").fill("demo@awning.test");
  await page.getByLabel("Password", { exact: true }).fill("Wrong@2026");
  await press(page, "Login");
  await expectFocus(page, SUMMARY);
  await expect.poll(() => page.locator(".notice:visible", { hasText: "Invalid" }).count()).toBe(1);
});

test("moves the focus to the field of a form with one field, and shows its message once", async () => {
  const page = await open("/forgot");
  await press(page, "Send Reset Instructions");
  await expectFocus(page, "#forgot-username");
  expect(await page.getByText("Email is required").count()).toBe(1);
  await page.getByLabel("Email / Mobile Number").fill("demo@awning.test");
  await press(page, "Send Reset Instructions");
  await page.getByLabel("Character 1").fill("1");
  await press(page, "Validate OTP");
  await page.getByText("Please enter the 4-character code").waitFor();
  await expectFocus(page, "[name=digit]");
});
