import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";

import { pino } from "pino";
import type { PipeableStream } from "react-dom/server";
import {
  createRequestHandler,
  RouterContextProvider,
  type ServerBuild,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import * as entry from "#app/entry.server.tsx";
import * as contexts from "#app/request/context.ts";
import * as root from "#app/root.tsx";
import * as catalogue from "#app/routes/catalogue/catalogue.tsx";
import * as checkout from "#app/routes/checkout-layout.tsx";
import * as pages from "#app/routes/store-layout.tsx";
import { createBrandPictures } from "#app/tenant/pictures.server.ts";

import { ForeignHost } from "../../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../../helpers/storefront/client.ts";
import { parse } from "../../../../helpers/text-browser/html.ts";
import { Page, TextBrowser } from "../../../../helpers/text-browser/page.ts";

vi.mock("#app/app.css?url", () => ({ default: "/app.css" }));

// The real root and frames around two pages that are broken: no page of the product crashes on purpose.

const SECRET = "cannot read 'pin' of 6034-1122";
const inLoader = { loader: fail, default: () => null };
const inView = { default: fail };
/** The catalogue with a product that cannot be rendered, or with products that arrive too late. */
const list = { count: 1, hasMore: false, firstPage: 1, lastPage: 1, problem: null, status: 200 };
const ofProducts = (late: unknown) => ({
  ...catalogue,
  loader: () => ({
    query: { subcategories: [], sort: "recommended", page: 1 },
    content: { late: null },
    home: { categories: [], subcategories: [] },
    isNameInLink: false,
    list: { late },
  }),
});
const brokenAtOnce = ofProducts({ ...list, products: [null] });
const brokenLater = ofProducts(new Promise((resolve) => setTimeout(resolve, 50, { ...list, products: [null] })));
function fail(): never {
  throw new Error(SECRET);
}

type Module = { default: any; ErrorBoundary?: any };

/** As the build makes a route of a module. */
const route = (id: string, module: Module, parentId?: string, path?: string) => ({
  id,
  parentId,
  path,
  module: {
    ...module,
    default: withComponentProps(module.default),
    ...(module.ErrorBoundary && { ErrorBoundary: withErrorBoundaryProps(module.ErrorBoundary) }),
  },
});
const routes = [
  route("root", root, undefined, ""),
  route("routes/store-layout", pages, "root"),
  route("routes/checkout-layout", checkout, "root"),
  route("loader", inLoader, "routes/store-layout", "loader"),
  route("view", inView, "routes/store-layout", "view"),
  route("checkout", inView, "routes/checkout-layout", "checkout"),
  route("bare", inView, "root", "bare"),
  route("at-once", brokenAtOnce, "routes/store-layout", "at-once"),
  route("later", brokenLater, "routes/store-layout", "later"),
];
const build = {
  entry: { module: entry },
  routes: Object.fromEntries(routes.map((one) => [one.id, one])),
  assets: {
    entry: { module: "/entry.js", imports: [] },
    url: "/manifest.js",
    version: "1",
    routes: Object.fromEntries(
      routes.map(({ module, ...one }) => [one.id, { ...one, module: "/x.js", hasLoader: "loader" in module }]),
    ),
  },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
} as unknown as ServerBuild;

let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost().start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await host[Symbol.asyncDispose]();
});

async function open(path: string, mode: "production" | "development", cookie = "") {
  vi.stubEnv("DEV", mode === "development");
  const { commerceBackend } = await clientOf(host);
  const context = new RouterContextProvider();
  context.set(contexts.siteContext, {
    tenant: commerceBackend.tenant,
    origin: "http://acme.localhost",
    isSecure: false,
  });
  context.set(contexts.backendContext, commerceBackend);
  context.set(contexts.picturesContext, createBrandPictures("tenants"));
  context.set(contexts.logContext, pino({ level: "silent" }));
  context.set(contexts.nonceContext, "nonce");
  context.set(contexts.clientAddressContext, "");
  context.set(contexts.requestIdContext, "request-7");
  const document: { html?: Buffer; pipe?: PipeableStream["pipe"] } = {};
  context.set(contexts.documentContext, document);
  const url = `http://acme.localhost${path}`;
  const answer = await createRequestHandler(build, mode)(new Request(url, { headers: { cookie } }), context);
  const streamed = document.pipe?.(new PassThrough());
  const text = String(streamed ? await buffer(streamed) : document.html);
  return new Page(new TextBrowser(), { url, status: answer.status, headers: {}, text }, parse(text));
}

test.each(["/loader", "/view", "/checkout", "/bare"])(
  "shows the error screen with two links, a request id and no stack when %s crashes [R-26] [E-20]",
  async (path) => {
    const page = await open(path, "production");
    expect([page.status, page.heading]).toEqual([500, "Oops! Something went wrong"]);
    expect(page.text).toMatch(/An unexpected error occurred Reload Page ?Go to Home Request request-7/);
    expect(page.href("Reload Page")).toBe(page.url);
    expect(page.href("Go to Home")).toBe("http://acme.localhost/");
    expect(page.answer.text).not.toMatch(/6034|\.tsx?:\d+|node_modules/);
  },
);

test("keeps the shop's header and footer around a page that crashed [R-26]", async () => {
  expect((await open("/loader", "production")).links()).toContain("Help Center");
});

test("shows the error's own message in development [R-26]", async () => {
  expect((await open("/loader", "development")).text).toContain(SECRET);
});

const LATE_BUGS: [how: string, path: string, cookie: string][] = [
  ["in a page that is sent whole", "/at-once", ""],
  ["in a page that streams", "/at-once", "js=1"],
  ["after the first bytes are out", "/later", "js=1"],
];
test.each(LATE_BUGS)("keeps the page whole, with its links, after a bug %s [SSR-06]", async (_how, path, cookie) => {
  const page = await open(path, "production", cookie);
  expect(page.status).toBe(200);
  expect(page.answer.text.trimEnd()).toMatch(/<\/body><\/html>$/);
  expect(page.text).toContain("Loading products... An unexpected error occurred Reload Page");
  expect(page.href("Reload Page")).toBe(page.url);
  expect(page.links()).toContain("Help Center");
});
