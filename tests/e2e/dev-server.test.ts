import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";

import { useBrowser } from "../helpers/browser/browser.ts";
import { send } from "../helpers/http/http.ts";
import { DEV_EDITS } from "../helpers/processes/dev-edits.ts";
import { DevServer } from "../helpers/processes/dev-server.ts";
import { addToCart, signUp } from "../helpers/shop/shopper.ts";

// `npm run dev` on a copy of the project: open pages show edits of its files.

const PARALLEL = 8;
/** On a busy machine Vite takes long to compile what a page needs. */
const LIMIT = { timeout: 60_000 };

let server: DevServer;
const openWindow = useBrowser();
beforeAll(async () => {
  server = await DevServer.start(inject("demoData"));
}, 180_000);
afterEach(() => expect(server.hasEnded, server.log.slice(-2_000)).toBe(false));
afterAll(() => server.stop());

/** The text that an edit is to change; "" while the page loads again. */
const shown = (page: Page, edit: keyof typeof DEV_EDITS) =>
  expect.poll(() => page.evaluate<string>(`(${DEV_EDITS[edit].shown})()`).catch(() => ""), LIMIT);

describe.each(Object.keys(DEV_EDITS) as (keyof typeof DEV_EDITS)[])("an edit of a %s", (kind) => {
  const { path, from, to } = DEV_EDITS[kind];

  test("shows in the open page, and eight requests beside it are answered", async () => {
    const { page } = await openWindow();
    await page.goto(server.url("aurora"));
    server.edit(path, from, to("mark-of-an-edit"));
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => send(server.url("aurora"))));
    expect(answers.map(({ status }) => status)).toEqual(Array(PARALLEL).fill(200));
    await shown(page, kind).toContain("mark-of-an-edit");
    server.edit(path, from, from);
    await shown(page, kind).not.toContain("mark-of-an-edit");
  });
});

test.each([
  { kind: "route", fault: "{)", message: /Unexpected token|Expression expected/ },
  { kind: "API file", fault: "export )function", message: /SyntaxError/ },
] as const)(
  "a syntax error of a $kind shows in pages and log until a save mends it",
  async ({ kind, fault, message }) => {
    const { path, from, to } = DEV_EDITS[kind];
    const { page } = await openWindow();
    await page.goto(server.url("aurora"));
    const logged = server.log.length;
    server.edit(path, from, `${from}\n${fault}`);
    await expect.poll(() => page.locator("vite-error-overlay .message").textContent(), LIMIT).toMatch(message);
    expect(server.log.slice(logged)).toMatch(message);

    const { page: opened } = await openWindow();
    expect((await opened.goto(server.url("aurora")))?.status()).toBe(500);
    expect(await opened.locator("h1").textContent()).toBe("The source has an error");
    expect(await opened.locator("pre").textContent()).toMatch(message);

    server.edit(path, from, to("mended-text"));
    await shown(page, kind).toContain("mended-text");
    await shown(opened, kind).toContain("mended-text");
    server.edit(path, from, from);
    await shown(opened, kind).not.toContain("mended-text");
  },
);

test("a start of the API with other sources keeps its database", async () => {
  const home = await signUp(server, "aurora", "Asha Rao");
  await addToCart(home, "Kettle & Clove");
  const starts = () => server.log.split("commerce API listening").length;
  const before = starts();
  server.edit("api/routes/product-json.ts", "name: product.name", "name: product.name.toUpperCase()");
  await expect.poll(starts, LIMIT).toBe(before + 1);
  const cart = await home.browser.open(server.url("aurora", "/cart"));
  expect(cart.text).toContain("Kettle & Clove");
  const { page } = await openWindow();
  await page.goto(server.url("aurora"));
  await shown(page, "API file").toContain("KETTLE & CLOVE");
  server.edit("api/routes/product-json.ts", "name: product.name", "name: product.name");
  await shown(page, "API file").toContain("Kettle & Clove");
});

test("a React page shows an edited component without a reload", async () => {
  const home = await signUp(server, "aurora", "Bimal Sen");
  const payment = await (await addToCart(home, "Kettle & Clove")).submit("Proceed to Checkout");
  const { page } = await openWindow();
  const [path, cookies] = [new URL(payment.url), payment.browser.cookies.headerFor(payment.url) ?? ""];
  await page.context().addCookies(
    cookies.split("; ").map((cookie) => {
      const [name = "", ...value] = cookie.split("=");
      return { name, value: value.join("="), url: path.origin };
    }),
  );
  const connected = page.waitForEvent("console", (message) => message.text() === "[vite] connected.");
  await page.goto(payment.url);
  await connected;
  const back = page.getByRole("link", { name: "Back to Cart" });
  await expect
    .poll(() => back.evaluate((link) => Object.keys(link).some((key) => key.startsWith("__react"))))
    .toBe(true);
  await page.evaluate("globalThis.isSameDocument = true");

  server.edit("app/routes/payment/payment-screen.tsx", "Back to Cart", "Return to your cart");
  await expect.poll(() => page.getByRole("link", { name: "Return to your cart" }).count(), LIMIT).toBe(1);
  expect(await page.evaluate("globalThis.isSameDocument")).toBe(true);
});
