import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";

import type { Page, Route } from "playwright";

import { t } from "../../../config/language/t.ts";
import { pointAtElements } from "./browser.ts";

const ORIGIN = "http://fixture.localhost";
const IMPORTS = { "#app/": "/app/", idiomorph: "/node_modules/idiomorph/dist/idiomorph.esm.js" };

/** A request for a page; `isInPlace` if it is from a <page-region>. */
export type Asked = { method: string; path: string; body: URLSearchParams; isInPlace: boolean };

type Document = { body: string; title?: string; style?: string; lang?: string; messages?: string };
/** A page's body, or more of it; the address of a redirect; a refusal in plain text; nothing, as from a broken connection. */
export type Answer = string | Document | { location: string } | { refused: string } | "lost";

type Site = {
  asked: Asked[];
  /** The paths of the requests in place, with the method of each but GET: `POST /list`. */
  inPlace(): string[];
  open(path: string): Promise<void>;
};

/**
 * A site without a server: handwritten pages with the elements of app/elements, from the sources. For tests of elements
 * with answers that a shop sends rarely or never.
 */
export async function serveFixture(page: Page, answer: (asked: Asked) => Answer | Promise<Answer>): Promise<Site> {
  const asked: Asked[] = [];
  await page.route(`${ORIGIN}/**`, async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    if (/^\/(app|config|node_modules)\//.test(pathname)) return serveSource(route, pathname);
    const one = {
      method: request.method(),
      path: pathname + search,
      body: new URLSearchParams(request.postData() ?? ""),
      isInPlace: request.headers()["x-requested-with"] !== undefined,
    };
    if (pathname.endsWith(".css")) return route.fulfill({ contentType: "text/css", body: "" });
    asked.push(one);
    return serveAnswer(route, one, await answer(one));
  });
  return {
    asked,
    inPlace: () =>
      asked
        .filter(({ isInPlace }) => isInPlace)
        .map(({ method, path }) => (method === "GET" ? path : `${method} ${path}`)),
    async open(path) {
      await page.goto(ORIGIN + path);
      await page.evaluate(pointAtElements);
      await page.waitForFunction(() => document.querySelector(":not(:defined)") === null);
      await page.evaluate("window.isHere = true");
    },
  };
}

function serveSource(route: Route, pathname: string) {
  const text = readFileSync(`.${pathname}`, "utf8");
  return route.fulfill({
    contentType: "text/javascript",
    body: pathname.endsWith(".ts") ? stripTypeScriptTypes(text) : text,
  });
}

/** Answers as the shop does: a request in place gets the address of a redirect in a header. */
async function serveAnswer(route: Route, { isInPlace }: Asked, answer: Answer) {
  // The window may have cancelled the request, or be closed.
  if (route.request().failure()) return;
  if (answer === "lost") return route.abort();
  if (typeof answer === "object" && "location" in answer)
    return route.fulfill(
      isInPlace
        ? { status: 204, headers: { "X-Location": answer.location } }
        : { status: 303, headers: { location: answer.location } },
    );
  if (typeof answer === "object" && "refused" in answer)
    return route.fulfill({ status: 429, contentType: "text/plain; charset=utf-8", body: answer.refused });
  const document = typeof answer === "string" ? { body: answer } : answer;
  return route.fulfill({ contentType: "text/html", body: write(document) });
}

const write = ({
  body,
  title = "Fixture",
  style = "/one.css",
  lang = "en",
  messages = "",
}: Document) => `<!doctype html>
<html lang="${lang}">
  <head>
    <title>${title}</title>
    <link rel="stylesheet" href="${style}">
    <script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
    <script type="module" src="/app/elements/bundles/index.ts"></script>
  </head>
  <body data-unexpected="${t("ui.unexpected")}" data-offline="${t("ui.offline")}">
    <page-progress></page-progress>
    <div id="messages"><toast-list>${messages}<div class="toasts"></div></toast-list></div>
    <main id="main" tabindex="-1">${body}</main>
  </body>
</html>`;
