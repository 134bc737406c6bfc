import { createElement } from "react";
import {
  createRequestHandler,
  data,
  type HandleDocumentRequestFunction,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { expect, test } from "vitest";

import { skipLoaderSerialization } from "#app/http/tricks/skip-loader-serialization.server.ts";

const answers: Record<string, unknown> = {
  "routes/list": { items: ["a"], size: 1 },
  "routes/kept": data({ items: ["b"], size: 1 }, 404),
  "routes/form": { items: ["c"] },
  "routes/nothing": null,
};
const seen: Record<string, unknown> = {};

const route = (id: string, path: string, module = {}) => ({
  ...{ id, path, parentId: "routes/layout" },
  module: { default: () => createElement("p"), loader: () => answers[id], ...module },
});

/** A layout with four pages, and one that has no view; every document's loader data goes into `seen`. */
const build = {
  routes: {
    "routes/layout": { ...route("routes/layout", ""), parentId: undefined, module: { loader: () => ({ shop: "x" }) } },
    "routes/list": route("routes/list", "list"),
    "routes/kept": route("routes/kept", "kept"),
    "routes/nothing": route("routes/nothing", "nothing"),
    "routes/form": route("routes/form", "form", { handle: { hydrate: true } }),
    "routes/resource": route("routes/resource", "resource", {
      default: undefined,
      loader: () => Response.json({ items: ["d"] }),
    }),
  },
  entry: {
    module: {
      default: async (...[, , , context]: Parameters<HandleDocumentRequestFunction>) => {
        const { staticHandlerContext, serverHandoffStream } = context;
        const sent = await new Response(serverHandoffStream).text();
        Object.assign(seen, { loaderData: staticHandlerContext.loaderData, sent });
        return new Response();
      },
    },
  },
  ...{ assets: { version: "1", routes: {} }, basename: "/", publicPath: "/", assetsBuildDirectory: "", future: {} },
  ...{ ssr: true, isSpaMode: false, prerender: [], routeDiscovery: { mode: "initial" }, allowedActionOrigins: [] },
} as unknown as ServerBuild;
(build.routes["routes/layout"]!.module as { default?: unknown }).default = () => createElement("p");

async function open(path: string) {
  const handle = createRequestHandler(skipLoaderSerialization(build), "production");
  return handle(new Request(`http://shop.example${path}`), new RouterContextProvider());
}

test.each([
  ["/list", "routes/list", ["a"]],
  ["/kept", "routes/kept", ["b"]],
])("%s, a document: its view reads data that is not sent to the browser", async (path, id, items) => {
  await open(path);
  const { loaderData, sent } = seen as { loaderData: Record<string, { items: string[]; shop: string }>; sent: string };
  expect({ ...loaderData[id] }).toEqual({ items, size: 1 });
  expect(loaderData["routes/layout"]?.shop).toBe("x");
  for (const word of ["items", "shop", ...items]) expect(sent).not.toContain(`"${word}"`);
});

test("sends a hydrated page all of its data", async () => {
  await open("/form");
  for (const word of ["items", "c", "shop", "x"]) expect(seen.sent).toContain(`"${word}"`);
});

test("leaves missing data, and a response instead of a page, unchanged", async () => {
  await open("/nothing");
  expect((seen.loaderData as Record<string, unknown>)["routes/nothing"]).toBe(null);
  expect(await (await open("/resource")).json()).toEqual({ items: ["d"] });
});
