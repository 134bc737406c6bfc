import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { OPENED } from "#app/development/scripts.ts";

import { useBrowser } from "../helpers/browser/browser.ts";
import { takeOver } from "../helpers/browser/session.ts";
import { send } from "../helpers/http/http.ts";
import { DEV_EDITS } from "../helpers/processes/dev-edits.ts";
import { DevServer } from "../helpers/processes/dev-server.ts";
import { addToCart, signUp } from "../helpers/shop/shopper.ts";

// `npm run dev` on a copy of the project: open pages show edits of its files.

const PARALLEL = 8;

let server: DevServer;
const openWindow = useBrowser();
beforeAll(async () => {
  server = await DevServer.start(process.env.TEST_DEMO_DATA);
});
afterEach(() => expect(server.hasEnded, server.log.slice(-2_000)).toBe(false));
afterAll(() => server.stop());

/** Opens a page, and waits until it has sent OPENED. After an earlier change the page would load again. */
async function openLive(page: Page, url: string) {
  const { promise: isKnown, resolve } = Promise.withResolvers<void>();
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => void (payload.includes(OPENED) && resolve())),
  );
  await page.goto(url);
  await isKnown;
}

/** The text that an edit is to change; "" while the page loads again. */
const shown = (page: Page, edit: keyof typeof DEV_EDITS) =>
  expect.poll(() => page.evaluate<string>(`(${DEV_EDITS[edit].shown})()`).catch(() => ""));

/** In the page: the error that lies over it, or in place of it if the page loads just then. */
function readError() {
  const overlay = document.querySelector("vite-error-overlay")?.shadowRoot?.querySelector(".message");
  return (overlay ?? document.querySelector("pre"))?.textContent ?? "";
}

/** Makes an edit of the kind while eight requests come, and takes it back. */
async function editAndTakeBack(page: Page, kind: keyof typeof DEV_EDITS, whileEdited = async () => {}) {
  const { path, from, to } = DEV_EDITS[kind];
  try {
    server.edit(path, from, to("mark-of-an-edit"));
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => send(server.url("aurora"))));
    expect([kind, answers.map(({ status }) => status)]).toEqual([kind, Array(PARALLEL).fill(200)]);
    await shown(page, kind).toContain("mark-of-an-edit");
    await whileEdited();
  } finally {
    server.edit(path, from, from); // the next tests need sound sources
  }
  await shown(page, kind).not.toContain("mark-of-an-edit");
}

test("edits of every kind show in the open page, and eight requests beside each are answered", async () => {
  const { page } = await openWindow();
  await page.goto(server.url("aurora"));
  for (const kind of ["route", "style sheet", "element", "tenant.json", "language file"] as const)
    await editAndTakeBack(page, kind);
});

test("an edit of an API file shows in the open page, and starts the API once, with the same database", async () => {
  const home = await signUp(server, "aurora", "Asha Rao");
  const filled = await addToCart(home, "Kettle & Clove");
  const { page } = await openWindow();
  await page.goto(server.url("aurora"));
  const starts = () => server.log.split("commerce API listening").length;
  const before = starts();
  await editAndTakeBack(page, "API file", async () => {
    await expect.poll(starts).toBe(before + 1);
    const cart = await home.browser.open(filled.url);
    expect(cart.text).toContain("Kettle & Clove");
  });
});

test("a React page shows an edited component without a reload, and an edited part that only the server renders", async () => {
  const home = await signUp(server, "aurora", "Bimal Sen");
  const payment = await (await addToCart(home, "Kettle & Clove")).submit("Proceed to Checkout");
  const { page } = await openWindow();
  await takeOver(page, payment);
  await openLive(page, payment.url);
  const back = page.getByRole("link", { name: "Back to Cart" });
  await expect
    .poll(() => back.evaluate((link) => Object.keys(link).some((key) => key.startsWith("__react"))))
    .toBe(true);
  await page.evaluate("globalThis.isSameDocument = true");

  server.edit("app/routes/payment/payment-screen.tsx", `{rich("payment.backToCart")}`, "Return to your cart");
  await expect.poll(() => page.getByRole("link", { name: "Return to your cart" }).count()).toBe(1);
  expect(await page.evaluate("globalThis.isSameDocument")).toBe(true);

  // A part that only the server renders.
  server.edit("app/ui/frame/checkout-page.tsx", `{rich("frame.help")}`, "Help with this order");
  await expect.poll(() => page.getByRole("link", { name: "Help with this order" }).count()).toBe(1);
});

test("a page of the console shows edits of its route, of its style sheet and of a view that it shares with the shop", async () => {
  const { page } = await openWindow();
  await openLive(page, server.url("console", "/sign-in"));
  server.edit("console/account/sign-in.tsx", `title="Sign in to the console"`, `title="An edited title"`);
  await expect
    .poll(() =>
      page
        .locator("h1")
        .textContent()
        .catch(() => ""),
    )
    .toBe("An edited title");
  server.edit("console/ui/doors.css", ".console-door {\n", ".console-door {\n  --edit: edited;\n");
  await expect
    .poll(() => page.locator("main").evaluate((main) => getComputedStyle(main).getPropertyValue("--edit")))
    .toBe("edited");
  server.edit(
    "app/ui/field.tsx",
    `<span className="when-hidden">{rich("ui.show")}</span>`,
    `<span className="when-hidden">Edited</span>`,
  );
  await expect
    .poll(() =>
      page
        .getByRole("button", { name: "Show password" })
        .textContent()
        .catch(() => ""),
    )
    .toContain("Edited");
});

test.each([
  ["JSON", `"helpCenter": `, /frame\.json/],
  ["message", `"helpCenter": "{count, plural}"`, /frame\.json: helpCenter/],
])(
  "a language file with faulty %s shows its name in the open page, and new pages keep the last texts",
  async (_what, fault, name) => {
    const { path, from } = DEV_EDITS["language file"];
    const [{ page }, { page: opened }] = [await openWindow(), await openWindow()];
    await openLive(page, server.url("aurora"));
    try {
      server.edit(path, from, fault);
      await expect.poll(() => page.evaluate(readError).catch(() => "")).toMatch(name);
      expect((await opened.goto(server.url("aurora")))?.status()).toBe(200);
      expect(await opened.locator("body").textContent()).toContain("Help Center");
    } finally {
      server.edit(path, from, from);
    }
    await expect.poll(() => page.evaluate(readError).catch(() => "fault")).toBe("");
  },
);

// Last, since they leave their mended files.
test.each([
  { kind: "route", fault: "{)", message: /Unexpected token|Expression expected/ },
  { kind: "API file", fault: "export )function", message: /SyntaxError/ },
] as const)(
  "a syntax error of a $kind shows in pages and log until a save fixes it",
  async ({ kind, fault, message }) => {
    const { path, from, to } = DEV_EDITS[kind];
    const [{ page }, { page: opened }] = [await openWindow(), await openWindow()];
    await page.goto(server.url("aurora"));
    const logged = server.log.length;
    try {
      server.edit(path, from, `${from}\n${fault}`);
      await expect.poll(() => page.evaluate(readError).catch(() => "")).toMatch(message);
      // The page may get the error from Vite, before the server has tried.
      await expect.poll(() => server.log.slice(logged)).toMatch(message);

      expect((await opened.goto(server.url("aurora")))?.status()).toBe(500);
      expect(await opened.locator("h1").textContent()).toBe("The source has an error");
      expect(await opened.locator("pre").textContent()).toMatch(message);
    } finally {
      server.edit(path, from, to("mended-text"));
    }
    await shown(page, kind).toContain("mended-text");
    await shown(opened, kind).toContain("mended-text");
  },
);
