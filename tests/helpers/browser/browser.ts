import { mkdirSync } from "node:fs";

import { type Browser, type BrowserContextOptions, chromium, firefox, type Page, type Request } from "playwright";
import { afterEach, beforeAll } from "vitest";

import { t } from "../../../config/language/t.ts";
import { PATIENCE_MS } from "../waiting/patience.ts";
import { requireBrowser } from "./find-browser.ts";

/** Set by the e2e projects of vitest.config.ts: the same journeys run with and without JavaScript. */
export const hasJavaScript = process.env.BROWSER_JAVASCRIPT !== "off";

/** One process for all pages: it compiles each script once. */
const ONE_PROCESS = ["--renderer-process-limit=1", "--disable-site-isolation-trials"];
const FLAGS = [
  ...ONE_PROCESS,
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP *.localhost 127.0.0.1",
];

/** One process for all pages, none that waits for the next page, and ten frames per second instead of sixty. */
const FIREFOX_PREFS = {
  "fission.autostart": false,
  "dom.ipc.processCount": 1,
  "dom.ipc.processCount.webIsolated": 1,
  "dom.ipc.processPrelaunch.enabled": false,
  "layout.frame_rate": 10,
};

/**
 * Starts the project's browser, headless: Firefox if vitest.config.ts selects it, else Chromium, with further flags.
 * @throws if it is missing
 */
export function launchBrowser(flags: string[] = []): Promise<Browser> {
  if (process.env.BROWSER !== "firefox")
    return chromium.launch({ executablePath: requireBrowser("chromium"), args: [...FLAGS, ...flags] });
  // The channel has Playwright drive any Firefox over WebDriver BiDi, instead of Playwright's build. Playwright 1.65
  // needs a command (emulation.setMediaFeaturesOverride) that Firefox ESR 153 does not have, hence 1.64.
  return firefox.launch({
    executablePath: requireBrowser("firefox"),
    channel: "moz-firefox",
    firefoxUserPrefs: FIREFOX_PREFS,
  });
}

let launched: Promise<Browser> | undefined;

/** The browser of this process, which all its test files share. Playwright ends it with the process. */
function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser().then(
    (browser) => browser.once("disconnected", forgetBrowser),
    (error: unknown) => {
      forgetBrowser();
      throw error;
    },
  );
  return launched;
}

/** After a crash the next window opens in a new browser. */
function forgetBrowser() {
  launched = undefined;
}

/** React reports each commit to its developer tools, in production too. The page notes the first whose effects have run. */
const NOTE_EFFECTS = `globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
  supportsFiber: true,
  renderers: new Map(),
  inject: () => 1,
  onCommitFiberRoot() {},
  onCommitFiberUnmount() {},
  onPostCommitFiberRoot() { globalThis.effectsHaveRun = true; },
}`;

/** Chromium reports it when a busy machine shows the next page before the transition to it starts or ends, and names a reason. */
const MISSED_TRANSITION = /^Transition was (aborted|skipped)\b/;

/** A browser window of one shopper, and its problems: script errors, refused content, failed files, false alarms. */
export type Shopper = { page: Page; problems: string[]; close(): Promise<void> };

/** Opens a window without cookies, in English (India), with or without JavaScript by the project's setting. */
async function newShopper(browser: Browser, options: BrowserContextOptions = {}): Promise<Shopper> {
  const defaults = { javaScriptEnabled: hasJavaScript, locale: "en-IN", timezoneId: "Asia/Kolkata" };
  const context = await browser.newContext({ ...defaults, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  if (hasJavaScript) await context.addInitScript(NOTE_EFFECTS);
  const problems: string[] = [];
  context.on("weberror", (error) => {
    const { message } = error.error();
    if (!MISSED_TRANSITION.test(message)) problems.push(message);
  });
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`${message.text()} (${message.page()?.url()})`);
  });
  context.on("response", (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
  });
  await context.addInitScript(reportToasts, t("ui.unexpected"));
  return { page: await context.newPage(), problems, close: () => context.close() };
}

/** In the page: a toast about an unexpected error is a problem of the window, even where it vanishes with its page. */
function reportToasts(unexpected: string) {
  addEventListener("awning:toast", (event) => {
    const { text } = (event as CustomEvent<{ text: string }>).detail;
    if (text === unexpected) console.error(`toast: ${text}`);
  });
}

/**
 * Starts the browser before the tests of a file. The returned function opens a window as newShopper does; each window is
 * closed after the test that opened it.
 */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<Shopper> {
  const open: Shopper[] = [];
  beforeAll(async () => {
    await sharedBrowser();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((shopper) => shopper.close()));
  });
  return async (options) => {
    const shopper = await newShopper(await sharedBrowser(), options);
    open.push(shopper);
    return shopper;
  };
}

/** The page before led on by itself at the moment of a visit, such as that of a paid order. */
const ABORTED = /ERR_ABORTED|is interrupted by another navigation/;

/** True if the page before led on at that moment, and Playwright waits in vain for the page that it opened. */
const isLost = (page: Page, url: string, message: string) => message.includes("Timeout") && page.url() !== url;

/** Opens a page, again if the page before aborts the visit. @throws with the requests that have no answer yet */
export async function goTo(page: Page, url: string, tries = 3): ReturnType<Page["goto"]> {
  const waiting = new Set<Request>();
  const begin = (request: Request) => void waiting.add(request);
  const end = (request: Request) => void waiting.delete(request);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  try {
    return await page.goto(url);
  } catch (error) {
    const { message } = error as Error;
    if (tries > 1 && (ABORTED.test(message) || isLost(page, url, message))) return await goTo(page, url, tries - 1);
    const open = [...waiting].map((request) => request.url());
    throw new Error(`${message}; requests without an answer: ${open.join(", ") || "none"}`, { cause: error });
  } finally {
    page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
  }
}

/** The page led on while a function ran in it. */
const DESTROYED = /Execution context was destroyed/;

/** Opens a page and runs `read` in it. If the page leads on in the meantime, it runs `read` in the next one. */
export async function readAt<T>(page: Page, url: string, read: () => T): Promise<T> {
  await goTo(page, url);
  return readLoaded(page, read);
}

async function readLoaded<T>(page: Page, read: () => T, tries = 3): Promise<T> {
  await page.waitForLoadState("load");
  return page.evaluate(read).catch((error: Error) => {
    if (tries === 1 || !DESTROYED.test(error.message)) throw error;
    return readLoaded(page, read, tries - 1);
  });
}

/** Opens a page and waits with `settled`. */
export async function visit(page: Page, url: string) {
  const answer = await goTo(page, url);
  await settled(page);
  return answer;
}

/**
 * Waits until the page is loaded, its elements are defined and React, where it takes the page over, has run its effects. If the
 * page leads on in the meantime, it waits for the next one.
 */
export async function settled(page: Page, tries = 3): Promise<void> {
  await page.waitForLoadState("load");
  if (!hasJavaScript) return;
  try {
    await page.evaluate(pointAtElements);
    await page.waitForFunction(isSettled);
  } catch (error) {
    if (tries === 1 || !DESTROYED.test((error as Error).message)) throw error;
    await settled(page, tries - 1);
  }
}

/** Runs in the page. Loads the elements that wait for somebody to use them, but for the search's. */
export function pointAtElements() {
  for (const element of document.querySelectorAll(":not(:defined, search-box)"))
    element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
}

/**
 * Waits until all streamed parts are shown: React shows them in batches, the last of them after the load event. Not for
 * pages whose clock the test controls.
 */
export async function revealed(page: Page) {
  if (hasJavaScript) await page.waitForFunction(isRevealed);
}

/**
 * Stops the page's clock a second from now, so that only `page.clock` moves it. Parts that stream are shown all the same: React
 * would wait for a frame or for 300 ms.
 */
export async function stopClock(page: Page) {
  await page.clock.install({ time: Date.now() });
  // Reads the clock again, because the call before can take longer than a second on a busy machine.
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.addInitScript(showPartsAtOnce);
}

/** Runs in the page. `$RV` is React's function that shows parts; the one that hydrates them afterwards is bound, too. */
function showPartsAtOnce() {
  const { setTimeout: wait, requestAnimationFrame: frame } = window;
  const isReacts = (work: unknown): work is () => void => typeof work === "function" && work.name.startsWith("bound ");
  const atOnce = (work: () => void) => {
    queueMicrotask(work);
    return 0;
  };
  Object.assign(window, {
    setTimeout: (work: () => void, ...rest: unknown[]) =>
      isReacts(work) && work.name.endsWith("$RV") ? atOnce(work) : wait(work, ...(rest as [number])),
    requestAnimationFrame: (work: FrameRequestCallback) => (isReacts(work) ? atOnce(work) : frame(work)),
  });
}

/** Waits until fonts and pictures are there, pictures below the fold too. */
export function drawn(page: Page): Promise<void> {
  // The browser's protocol can evaluate code even if the page may run no scripts.
  return page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    const decoded = [...document.images].map((image) => image.decode().catch(() => {}));
    await Promise.all([document.fonts.ready, ...decoded]);
  });
}

/** Runs in the page. The comments are React's marks of parts that are yet to come, and to be shown. */
function isRevealed() {
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) if (["$?", "$~"].includes(comments.currentNode.nodeValue!)) return false;
  return true;
}

/** Runs in the page. The search's element comes with the first focus in its field. */
function isSettled() {
  type Noted = { __reactRouterContext?: object; effectsHaveRun?: boolean };
  const { __reactRouterContext, effectsHaveRun } = globalThis as Noted;
  if (document.readyState !== "complete" || document.querySelector(":not(:defined, search-box)")) return false;
  if (!__reactRouterContext) return true;
  const isReacts = (node: Element) => Object.keys(node).some((key) => key.startsWith("__reactFiber"));
  const isServers = (node: Element) => node.closest(".server-markup") !== null;
  const forms = [...document.querySelectorAll("main form")];
  return effectsHaveRun === true && forms.every((form) => isReacts(form) || isServers(form));
}

/** Lets no script reach the page before the function is called that this returns. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Keeps a picture for people under test-results/screens when SCREENSHOTS is set; tests never compare pictures. */
export async function keepPicture(page: Page, name: string) {
  if (!process.env.SCREENSHOTS) return;
  mkdirSync("test-results/screens", { recursive: true });
  await page.screenshot({ path: `test-results/screens/${name}-${hasJavaScript ? "js" : "no-js"}.png`, fullPage: true });
}
