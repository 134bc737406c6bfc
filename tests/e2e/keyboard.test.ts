import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";

import { hasJavaScript, settled, useBrowser, visit } from "../helpers/browser/browser.ts";
import { keepPage } from "../helpers/browser/keep-page.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";

// A whole purchase by Tab, Enter, Space and arrows, as it is done without a mouse or with a switch.

const shop = useSharedShop();
const openWindow = useBrowser();

const MAX_TABS = 90;

/** Presses Tab until it is there; whatever has the focus on the way must be seen to have it. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor();
  for (let presses = 0; presses < MAX_TABS; presses++) {
    await page.keyboard.press("Tab");
    const ring = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return "seen";
      // The focus ring may surround the control's card or bar.
      for (let element: Element | null = focused, up = 0; element && up < 4; element = element.parentElement, up++) {
        for (const part of [undefined, "::after"]) {
          const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
          if (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) return "seen";
        }
      }
      return focused.outerHTML.slice(0, 160);
    });
    expect(ring).toBe("seen");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Not reached in ${MAX_TABS} presses of Tab`);
}

async function press(page: Page, target: Locator, key: "Enter" | "Space" = "Enter") {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Without JavaScript the page's scripts, which this test covers, would be missing; other tests cover forms. */
if (hasJavaScript)
  test("buys with the keyboard alone, with the focus visible, and restored after dialogs", async () => {
    const shopper = await openWindow();
    const { page } = shopper;
    await visit(page, shop().url("aurora"));
    await press(page, page.getByRole("link", { name: "Skip to content" }));
    await press(page, page.getByRole("button", { name: "View Coupon for Kettle & Clove" }));

    await page.getByRole("heading", { name: "Kettle & Clove", level: 1 }).waitFor();
    await settled(page);
    await press(page, page.getByRole("link", { name: "₹500.00" }));
    await press(page, page.getByRole("link", { name: "One more" }));
    await expect.poll(() => page.getByText("₹1,000.00", { exact: true }).last().isVisible()).toBe(true);
    await press(page, page.getByRole("button", { name: "Add to Cart" }));

    await tabTo(page, page.getByLabel("Email or phone"));
    await page.keyboard.type("demo@awning.test");
    await tabTo(page, page.getByLabel("Password", { exact: true }));
    await page.keyboard.type("Demo@2026");
    await page.keyboard.press("Enter");

    await page.waitForURL("**/cart");
    await settled(page);
    await press(page, page.getByLabel("Use coins for a discount"), "Space");
    await page.getByText("Coin discount").waitFor();
    await press(page, page.getByRole("button", { name: "Proceed to Checkout" }));

    await page.waitForURL("**/verify-details?*");
    await settled(page);
    await press(page, page.locator("summary", { hasText: "Verify your details" }));
    const edit = page.getByRole("link", { name: "Edit phone" });
    await press(page, edit);
    await tabTo(page, page.getByLabel("Phone", { exact: true }));
    await page.keyboard.press("Escape");
    await expect.poll(() => edit.evaluate((element) => element === document.activeElement)).toBe(true);

    await tabTo(page, page.getByLabel("PhonePe"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await press(page, page.getByLabel(/I accept Terms and Conditions/), "Space");
    const opened = page.waitForEvent("popup");
    await press(page, page.getByRole("button", { name: "Pay ₹900.00 with PhonePe" }));
    const sandbox = await opened;
    await sandbox.waitForLoadState();
    const stopKeeping = await keepPage(page, shop().url("aurora"));
    await press(sandbox, sandbox.getByRole("button", { name: "Approve", exact: true }));
    await sandbox.getByRole("heading", { name: "Payment received" }).waitFor();
    await sandbox.close();

    await page.getByRole("heading", { name: "Payment Success" }).waitFor();
    const vouchers = page.getByRole("link", { name: "See your vouchers" }).first();
    await expect.poll(() => vouchers.evaluate((element) => element === document.activeElement)).toBe(true);
    await stopKeeping();
    await press(page, page.getByRole("link", { name: "OK" }));
    await page.waitForURL(shop().url("aurora"));
    expect(shopper.problems).toEqual([]);
  });
