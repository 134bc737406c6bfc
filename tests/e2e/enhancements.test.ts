import type { Page } from "playwright";
import { afterAll, afterEach, describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { hasJavaScript, settled, type Shopper, stopClock, useBrowser, visit } from "../helpers/browser/browser.ts";
import { FARAH, useSession } from "../helpers/browser/session.ts";
import { useShop } from "../helpers/shop/shop.ts";

// Enhancements in a browser, each with its form without JavaScript.

let host: ForeignHost;
const shop = useShop(async () => {
  host = await new ForeignHost().start();
  const api = { url: host.url };
  return { tenants: { foreign: { api }, late: { api } }, env: { COMMERCE_API_PORT: "0" } };
});
const openWindow = useBrowser();
const enter = useSession(shop, "foreign", FARAH);
let shopper: Shopper;
afterEach(() => host.heal());
afterAll(() => host[Symbol.asyncDispose]());

const PHONE = { viewport: { width: 390, height: 844 } };
const url = (path: string) => shop().url("foreign", path);
const pathOf = (page: Page) => page.url().slice(url("/").length - 1);

const paidOrder = (id: string) => ({
  id,
  number: "ORD9",
  amount: 500,
  coins: 0,
  at: new Date(),
  isPaid: true,
  lines: [],
  redirectUrl: "/",
});

/** True if this is still the document of `open`, its scroll position, and the element with the focus. */
const look = (page: Page): Promise<{ isHere: boolean; top: number; focus: string }> =>
  page.evaluate(() => ({
    isHere: "isHere" in window,
    top: Math.round(scrollY),
    focus: document.activeElement!.id,
  }));

/** A new window; with JavaScript its clock stops until the test moves it. */
async function open(path: string, options = {}, prepare?: (page: Page) => Promise<void>) {
  shopper = await openWindow(options);
  const { page } = shopper;
  await prepare?.(page);
  await stopClock(page);
  await visit(page, url(path));
  await page.evaluate("window.isHere = true");
  return page;
}

const signIn = (path = "/") => open(path, {}, enter);

test("phones show a Filter button, the sort control, and filters that wait for Apply Filters [C-05]", async () => {
  const page = await open("/", PHONE);
  const apply = page.getByRole("button", { name: "Apply Filters" });
  await expect(apply.isVisible()).resolves.toBe(false);
  await page.getByText("Filter", { exact: true }).click();
  await page.getByLabel("Food cards").check();
  await page.getByLabel("Min", { exact: true }).fill("900");
  if (hasJavaScript) await page.clock.runFor(2_000);
  expect(pathOf(page)).toBe("/");
  await apply.click();
  await page.getByText("2 filters applied").waitFor({ state: "attached" });
  expect(new URL(page.url()).searchParams.getAll("subcategories")).toEqual(["sc1"]);

  await page.getByLabel("Sort by").selectOption("Price: High to Low");
  if (hasJavaScript) await page.clock.runFor(300);
  else await page.getByRole("button", { name: "Sort" }).click();
  await page.waitForURL(/sort=price_high_low/);
  expect(new URL(page.url()).searchParams.get("price_min")).toBe("900");
});

test("the card and the product page report a wrong amount [C-09]", async () => {
  const page = await open("/?price_min=300&price_max=1000");
  const card = page.getByRole("article", { name: "Foreign Card 3" });
  const amount = card.getByLabel("Denomination in rupees");
  const view = card.getByRole("button", { name: /View Coupon/ });
  const title = page.getByRole("heading", { name: "Foreign Card 3", level: 1 });
  for (const [typed, text] of [
    ["200", "Value is less than the minimum allowed amount of 300"],
    ["5000", "Exceeds the maximum allowed amount of 1200"],
    ["1100", "Value must be between global price range 300 and 1000"],
  ] as const) {
    await amount.fill(typed);
    await card.getByLabel("Quantity").fill("");
    if (hasJavaScript) await card.getByText(text).waitFor();
    await view.click();
    if (hasJavaScript) {
      expect(pathOf(page)).toBe("/?price_min=300&price_max=1000");
      expect(await card.getByLabel("Quantity").inputValue()).toBe("1");
    } else {
      await title.waitFor();
      expect(await page.getByRole("alert").allInnerTexts()).toContain(text);
      await page.goBack();
    }
  }
  await amount.fill("900");
  await expect.poll(() => card.locator("[role=alert]").textContent()).toBe("");
  await view.click();
  await title.waitFor();
});

test("a card's picture leads to its product, and its fields do not", async () => {
  const page = await open("/");
  const card = page.getByRole("article", { name: "Foreign Card 2", exact: true });
  await card.getByLabel("Quantity").click();
  expect(pathOf(page)).toBe("/");
  const art = (await card.locator(".art").boundingBox())!;
  await page.mouse.click(art.x + 40, art.y + 40);
  await page.getByRole("heading", { name: "Foreign Card 2", level: 1 }).waitFor();
});

test("Show More continues where the list ended [C-11]", async () => {
  const page = await open("/", PHONE);
  const more = page.getByRole("link", { name: "Show More" });
  await more.scrollIntoViewIfNeeded();
  await page
    .getByLabel("Quantity")
    .first()
    .evaluate((field: HTMLInputElement) => (field.value = "3"));
  const before = await look(page);
  await more.press("Enter");
  const next = page.getByRole("article", { name: "Foreign Card 9", exact: true });
  await next.waitFor();
  if (!hasJavaScript) {
    expect(pathOf(page)).toBe("/?page=2#page-2");
    await expect.poll(async () => Math.abs((await next.boundingBox())!.y)).toBeLessThan(300);
    return;
  }
  expect(await look(page)).toEqual({ ...before, focus: "page-2" });
  expect(pathOf(page)).toBe("/?page=2");
  expect(await page.title()).toContain("page 2");
  expect(await page.getByRole("main").getByRole("status").textContent()).toContain("16 shown");
  expect(await page.getByLabel("Quantity").first().inputValue()).toBe("3");
  expect(await page.locator("page-progress[data-busy]").count()).toBe(0);

  await page.evaluate("scrollTo(0, 0)");
  await page.goBack();
  await next.waitFor({ state: "detached" });
  await expect.poll(async () => (await look(page)).top).toBe(before.top);
  expect(pathOf(page)).toBe("/");
  await page.goForward();
  await next.waitFor();
  await page.getByRole("link", { name: "Show Less" }).click();
  await next.waitFor({ state: "detached" });
  expect(await look(page)).toEqual({ isHere: true, top: 0, focus: "main" });
});

test("the login states its purpose and links to sign-up and reset [A-01]", async () => {
  const page = await open("/login");
  await page.getByText("Login to your store or admin account").waitFor();
  await page.getByLabel("Remember me").check();
  const hrefs = ["Forgot Password?", "SIGN UP"].map((name) => page.getByRole("link", { name }).getAttribute("href"));
  expect(await Promise.all(hrefs)).toEqual(["/forgot", "/signup"]);
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("Foreign@1");
  expect(await password.getAttribute("type")).toBe("password");
  const show = page.getByRole("button", { name: "Show password" });
  expect(await show.isVisible()).toBe(hasJavaScript);
  if (!hasJavaScript) return;

  await show.click();
  await expect.poll(() => password.getAttribute("type")).toBe("text");
  await show.click();
  await expect.poll(() => password.getAttribute("type")).toBe("password");
  await page.getByLabel("Email or phone").fill("farah@foreign.example");
  const letAnswerCome = host.hold("POST /user/login/", 1);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("button", { name: "Signing in..." }).waitFor();
  letAnswerCome();
  await page.waitForURL(url("/"));
});

test("three slides change every 5 s until the visitor stops them [A-05]", async () => {
  const page = await open("/login");
  const slides = page.locator(".slides");
  expect(await slides.getByRole("heading").count()).toBe(3);
  /** The slide that is in view, once it has come to rest; widths need not be whole pixels. */
  const isAt = async (slide: number) =>
    expect
      .poll(() => slides.evaluate((element, at) => Math.abs(element.scrollLeft - at * element.clientWidth), slide))
      .toBeLessThan(2);
  const pause = page.getByRole("button", { name: "Pause the slides" });
  expect(await pause.isVisible()).toBe(hasJavaScript);
  if (!hasJavaScript) return;

  await page.clock.runFor(4_900);
  await isAt(0);
  await page.clock.runFor(100);
  await isAt(1);
  await slides.hover();
  await page.clock.runFor(15_000);
  await isAt(1);
  await page.mouse.move(0, 0);
  await slides.focus();
  await page.clock.runFor(15_000);
  await isAt(1);
  await page.getByLabel("Email or phone").focus();
  await page.clock.runFor(5_000);
  await isAt(2);
  await pause.click();
  await page.mouse.move(0, 0);
  await page.getByLabel("Email or phone").focus();
  await page.clock.runFor(15_000);
  await isAt(2);
  await shopper.close();

  const calm = await open("/login", { reducedMotion: "reduce" });
  await calm.clock.runFor(15_000);
  expect(await calm.locator(".slides").evaluate((element) => element.scrollLeft)).toBe(0);
});

test("a message of the previous page is a toast at the top right for 5 s, without JavaScript in the page [H-14]", async () => {
  const page = await signIn("/edit-profile");
  await page.getByLabel("Mobile number").fill("9123456780");
  await page.getByRole("button", { name: "Save Changes" }).click();
  const toast = page.getByText("Profile updated successfully!");
  await toast.waitFor();
  if (!hasJavaScript) {
    expect((await toast.boundingBox())!.y).toBeLessThan((await page.getByRole("heading").first().boundingBox())!.y);
    await page.reload();
    return expect(await toast.count()).toBe(0);
  }
  const box = (await page.locator("toast-list .notice").first().boundingBox())!;
  expect([box.y < 100, 1280 - box.x - box.width < 100]).toEqual([true, true]);
  await page.clock.runFor(4_500);
  expect(await toast.isVisible()).toBe(true);
  await page.clock.runFor(500);
  await toast.waitFor({ state: "hidden" });
});

// A skipped test is one that nobody sees: without JavaScript these do not exist.
if (hasJavaScript)
  describe("with JavaScript", () => {
    test("the mobile number accepts ten digits, and drops a country code, typed or pasted [A-14]", async () => {
      const page = await signIn("/edit-profile");
      const phone = page.getByLabel("Mobile number");
      await phone.fill("");
      await phone.pressSequentially("9a8-7 b6");
      expect(await phone.inputValue()).toBe("9876");
      await phone.pressSequentially("543210");
      expect(await phone.inputValue()).toBe("9876543210");
      for (const typed of ["09876543210", "919876543210", "091 98765 43210"]) {
        await phone.fill("");
        await phone.pressSequentially(typed);
        expect(await phone.inputValue()).toBe("9876543210");
      }
      await phone.fill("+91 91234 56780");
      await expect.poll(() => phone.inputValue()).toBe("9123456780");
      await phone.fill("98765432101");
      expect([await phone.inputValue(), await page.getByText(/10-digit/).allTextContents()]).toEqual([
        "98765432101",
        ["Enter 10-digit mobile number"],
      ]);
      for (const typed of ["98765432109", "987654321012", "91 80 2345 6789"]) {
        await phone.fill("");
        await phone.pressSequentially(typed);
        expect([await phone.inputValue(), await page.getByText(/10-digit/).allTextContents()]).toEqual([
          typed,
          ["Enter 10-digit mobile number"],
        ]);
      }
    });

    test("the mobile number's hint does not repeat its error, and returns with a complete number", async () => {
      const page = await signIn("/edit-profile");
      const phone = page.getByLabel("Mobile number");
      const shown = () => page.getByText(/10-digit/).allTextContents();
      await phone.fill("98765");
      expect(await shown()).toEqual(["Enter 10-digit mobile number"]);
      await phone.blur();
      await expect.poll(() => phone.getAttribute("aria-invalid")).toBe("true");
      expect(await shown()).toEqual(["Enter 10-digit mobile number"]);
      await phone.fill("9876543210");
      expect(await shown()).toEqual(["Valid 10-digit number"]);
    });

    test("a browser that blocks its storage can log in", async () => {
      const page = await open("/login");
      await page.addInitScript(() =>
        Object.defineProperty(globalThis, "localStorage", {
          get: () => {
            throw new DOMException("blocked", "SecurityError");
          },
        }),
      );
      await page.reload();
      await page.getByLabel("Email or phone").fill("farah@foreign.example");
      await page.getByLabel("Password", { exact: true }).fill("Foreign@1");
      await page.getByLabel("Remember me").check();
      await page.getByRole("button", { name: "Login" }).click();
      await page.waitForURL(url("/"));
      expect(shopper.problems).toEqual([]);
    });

    test("[A-03] [H-14] a failed login shows beside the form and as a toast, which disappears", async () => {
      const page = await open("/login");
      host.fail("POST /user/login/", 500, {});
      await page.getByLabel("Email or phone").fill("farah@foreign.example");
      await page.getByLabel("Password", { exact: true }).fill("Foreign@1");
      await page.getByRole("button", { name: "Login" }).click();
      const text = page.getByText("Server error. Please try again later.");
      await expect.poll(() => text.count()).toBe(2);
      const sides = await text.evaluateAll((all) => all.map((one) => !!one.closest("toast-list")));
      expect(sides.toSorted()).toEqual([false, true]);
      await page.clock.runFor(5_000);
      await page.locator("toast-list").getByText("Server error").waitFor({ state: "hidden" });
      expect(await page.locator("form").getByText("Server error").first().isVisible()).toBe(true);
    });

    test("fetches a page while its link is pressed, and shows it without another request", async () => {
      const page = await signIn();
      const before = host.recorded("GET /cart/").length;
      const asked: string[] = [];
      page.on("request", (request) => {
        const purpose = request.headers()["sec-purpose"] ?? "";
        if (new URL(request.url()).pathname === "/cart") asked.push(purpose);
      });
      const link = page.getByRole("link", { name: /^CART/ });
      await link.hover();
      // Nothing happens: a fetch on hover would have started by now.
      await page.waitForTimeout(500);
      expect(asked).toEqual([]);
      await page.mouse.down();
      await expect.poll(() => asked).toEqual(["prefetch"]);
      await expect.poll(() => host.recorded("GET /cart/").length).toBe(before + 1);
      await page.mouse.up();
      await page.getByRole("heading", { name: "Cart", level: 1 }).waitFor();
      expect(host.recorded("GET /cart/").length).toBe(before + 1);
    });

    test("drops a prefetched page after a form changed something", async () => {
      const page = await signIn("/redeem-voucher");
      const asked: string[] = [];
      page.on("request", (request) => void asked.push(request.headers()["sec-purpose"] ?? ""));
      await page.getByRole("link", { name: /^CART/ }).hover();
      await page.mouse.down();
      await expect.poll(() => asked).toContain("prefetch");
      await page.mouse.move(5, 500);
      await page.mouse.up();

      const other = await page.context().newPage();
      await visit(other, url("/shopping-cart?product=gc-018"));
      const nameOfCard = await other.getByRole("heading", { level: 1 }).innerText();
      await other.getByRole("button", { name: "Add to Cart" }).click();
      await other.waitForURL(url("/cart"));
      await other.close();
      await page.getByRole("link", { name: /^CART/ }).click();
      await page.getByRole("heading", { name: nameOfCard }).waitFor();
    });

    test("reports an unexpected error as a toast, and the page still works [E-20]", async () => {
      const page = await open("/");
      for (const fail of ["queueMicrotask(() => { throw new Error('x') })", "void Promise.reject(new Error('x'))"]) {
        await page.evaluate(fail);
        await page.getByText("An unexpected error occurred!").waitFor();
        await page.clock.runFor(5_000);
        await page.getByText("An unexpected error occurred!").waitFor({ state: "detached" });
      }
      expect(pathOf(page)).toBe("/");
    });

    test("shows 'Loading content...' until a late configuration arrives [C-14]", async () => {
      shopper = await openWindow();
      const { page } = shopper;
      const late = shop().url("late");
      await page.context().addCookies([{ name: "js", value: "1", url: late }]);
      const letAnswerCome = host.hold("GET /configurator/", 1);
      await page.goto(late, { waitUntil: "commit" });
      await page.getByText("Loading content...").waitFor();
      letAnswerCome();
      await page.getByRole("article", { name: "Foreign Card 1", exact: true }).waitFor();
      expect(await page.getByText("Loading content...").count()).toBe(0);
    });

    test("sends changes within 300 ms as one request, from page 1 [C-12]", async () => {
      const page = await open("/?page=2");
      const before = host.recorded("GET /products/").length;
      await page.getByLabel("Food cards").check();
      await page.clock.runFor(250);
      await page.getByLabel("Travel cards").check();
      await page.clock.runFor(250);
      await page.getByLabel("Max", { exact: true }).fill("1500");
      await page.clock.runFor(290);
      expect(pathOf(page)).toBe("/?page=2");
      await page.clock.runFor(10);
      await page.getByText("3 filters applied").waitFor();
      expect(pathOf(page)).toBe("/?subcategories=sc1&subcategories=sc2&price_max=1500");
      const asked = host.recorded("GET /products/").slice(before);
      expect(asked.map(({ query }) => query.get("page"))).toEqual(["1"]);
    });

    test("a filter keeps scroll position, focus and typed text, and the later of two filters counts", async () => {
      const page = await open("/");
      await page.mouse.wheel(0, 300);
      await expect.poll(() => page.evaluate("scrollY")).toBe(300);
      const [food, travel] = [page.getByLabel("Food cards"), page.getByLabel("Travel cards")];
      const letFirstCome = host.hold("GET /products/", 1);
      await food.check();
      await page.clock.runFor(300);
      await page.locator("page-progress[data-busy]").waitFor({ state: "attached" });
      await travel.check();
      await page.clock.runFor(300);
      await page.getByText("2 filters applied").waitFor();
      letFirstCome();
      expect(await page.evaluate("[isHere, scrollY, document.activeElement.value]")).toEqual([true, 300, "sc2"]);
      expect([await food.isChecked(), await travel.isChecked()]).toEqual([true, true]);

      const letAnswerCome = host.hold("GET /products/", 1);
      // Food alone was requested before, and its list may still be kept.
      await food.uncheck();
      await page.clock.runFor(300);
      await page.locator("page-progress[data-busy]").waitFor({ state: "attached" });
      await page.getByLabel("Max", { exact: true }).pressSequentially("15");
      letAnswerCome();
      await page.getByText("1 filter applied").waitFor();
      expect(await page.getByLabel("Max", { exact: true }).inputValue()).toBe("15");
      await page.getByRole("link", { name: "Clear All" }).click();
      await page.getByText("1 filter applied").waitFor({ state: "detached" });
      expect([await food.isChecked(), await page.getByLabel("Max", { exact: true }).inputValue()]).toEqual([false, ""]);
      expect(await page.evaluate("window.isHere")).toBe(true);
    });

    test("loads the whole page when a list cannot be fetched in place", async () => {
      const page = await open("/");
      await page.route("**/?page=2", (route) =>
        route.request().resourceType() === "xhr" ? route.abort() : route.continue(),
      );
      await page.getByRole("link", { name: "Show More" }).click();
      const card = page.getByRole("article", { name: "Foreign Card 9", exact: true });
      await expect
        .poll(async () => {
          await page.clock.runFor(100); // React shows streamed parts with the next frame
          return card.isVisible();
        })
        .toBe(true);
      expect(await page.evaluate("window.isHere")).toBeUndefined();
    });

    test("phones show the filters as a modal dialog with the number of matching cards", async () => {
      const page = await open("/", PHONE);
      const filter = page.getByText("Filter", { exact: true });
      const dialog = page.getByRole("dialog", { name: "Filters" });
      await filter.click();
      await expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
      await dialog.getByRole("button", { name: "Close" }).click();
      await dialog.waitFor({ state: "hidden" });
      await expect.poll(() => filter.evaluate((element) => element === document.activeElement)).toBe(true);

      await filter.press("Enter");
      const apply = dialog.getByRole("button", { name: /^Apply Filters \(\d+ cards?\)$/ });
      const all = await apply.innerText();
      await dialog.getByLabel("Food cards").check();
      await page.clock.runFor(300);
      await expect.poll(() => apply.innerText()).not.toBe(all);
      const [, count] = (await apply.innerText()).match(/\((.*)\)/)!;
      expect(pathOf(page)).toBe("/");
      await apply.click();
      await page.getByRole("main").getByRole("status").getByText(count!, { exact: true }).waitFor();
      expect(await dialog.isVisible()).toBe(false);
    });

    test("shows a line at the top while a page, or data within one, loads [H-13]", async () => {
      const page = await signIn("/cart");
      const line = page.locator("page-progress");
      const isBusy = () => line.evaluate((element) => element.matches(":state(busy), [data-busy]"));
      expect(await isBusy()).toBe(false);
      const search = page.getByPlaceholder("Search for coupons...");
      const ways: [leave: () => Promise<void>, to: RegExp][] = [
        [() => page.getByRole("link", { name: "Help Center" }).first().click(), /help-center/],
        [() => search.fill("Card 2").then(() => search.press("Enter")), /search/],
      ];
      for (const [leave, to] of ways) {
        // A page that is about to leave answers no questions: it writes down what it shows.
        await line.evaluate((element) =>
          addEventListener("pagehide", () => {
            const { animationName } = getComputedStyle(element);
            sessionStorage.setItem("line", `${element.matches(":state(busy)")} ${animationName}`);
          }),
        );
        await leave();
        await page.waitForURL(to);
        expect([String(to), await page.evaluate("sessionStorage.getItem('line')")]).toEqual([String(to), "true load"]);
        expect(await isBusy()).toBe(false);
      }

      await page.getByRole("article", { name: "Foreign Card 2", exact: true }).getByRole("button").click();
      await page.getByRole("button", { name: "Add to Cart" }).click();
      await page.waitForURL(url("/cart"));
      await settled(page);
      const letAnswerCome = host.hold("GET /cart/", 1);
      await page.getByLabel("Use coins for a discount").check();
      await expect.poll(isBusy).toBe(true);
      letAnswerCome();
      await page.getByText("Coin discount").waitFor();
      await expect.poll(isBusy).toBe(false);
    });

    test("copies a code and confirms it for 2 s [O-03]", async () => {
      host.shop.orders.push(paidOrder("FO/9"));
      const page = await signIn("/order-history");
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy Card number" }).click();
      const said = page.getByText("Copied");
      await said.waitFor({ state: "attached" });
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe("FOREIGN-FO/9");
      await page.clock.runFor(1_900);
      expect(await said.count()).toBe(1);
      await page.clock.runFor(100);
      await said.waitFor({ state: "detached" });
    });

    test("prints a ticket alone with its codes uncovered, and covers them again afterwards", async () => {
      host.shop.orders.push(...["FO/8", "FO/7"].map(paidOrder));
      const page = await signIn("/order-history");
      await page.evaluate(() => (window.print = () => {}));
      const [code, other] = ["FOREIGN-FO/8", "FOREIGN-FO/7"].map((text) => page.getByText(text, { exact: true }));
      await page.getByRole("button", { name: "Print •••• FO/8" }).click();
      await page.emulateMedia({ media: "print" });
      expect(await Promise.all([code!, other!, page.getByRole("heading")].map((part) => part.isVisible()))).toEqual([
        true,
        false,
        false,
      ]);
      await page.emulateMedia({ media: "screen" });
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      expect(await code!.isVisible()).toBe(false);
      expect(await page.getByRole("heading", { name: "Order History" }).isVisible()).toBe(true);
    });

    test("offers to share a ticket only if the browser can share", async () => {
      host.shop.orders.push(paidOrder("FO/6"));
      const page = await signIn("/order-history");
      const share = page.getByRole("button", { name: "Share •••• FO/6" });
      expect(await page.getByRole("button", { name: "Print •••• FO/6" }).isVisible()).toBe(true);
      expect(await share.isVisible()).toBe(false);
      await page.addInitScript(() => {
        Object.assign(navigator, {
          share: ({ text }: ShareData) => {
            document.title = text!;
            return Promise.reject(new Error("no app"));
          },
        });
      });
      await page.reload();
      await settled(page);
      await share.click();
      await expect.poll(() => page.title()).toBe("Card number: FOREIGN-FO/6 PIN: 4321");
      await page.getByText("Your browser did not let us share.").waitFor();
    });
  });

if (hasJavaScript)
  test("a form loads its checks with the first focus in it", async () => {
    const { page } = await openWindow();
    await page.goto(url("/contact-us"), { waitUntil: "load" });
    const isLoaded = () => page.evaluate(() => customElements.get("checked-form") !== undefined);
    expect(await isLoaded()).toBe(false);
    const email = page.locator("checked-form input[name=email]");
    await email.focus();
    await expect.poll(isLoaded).toBe(true);
    await email.press("Tab");
    expect(await email.getAttribute("aria-invalid")).toBe("true");
  });
