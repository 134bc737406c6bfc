import { pino } from "pino";
import { Suspense } from "react";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { expect, test } from "vitest";

import * as entry from "#app/entry.server.tsx";
import { documentContext, logContext, nonceContext } from "#app/request/context.ts";

/** A server build of one page, rendered by the shop's own entry. */
async function renderDocument(Page: () => React.ReactNode) {
  const build = {
    entry: { module: entry },
    routes: { root: { id: "root", path: "", module: { default: Page } } },
    assets: {
      entry: { module: "", imports: [] },
      routes: { root: { id: "root", path: "", module: "" } },
      url: "",
      version: "",
    },
    publicPath: "/",
    basename: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial" },
  };
  const context = new RouterContextProvider();
  context.set(documentContext, {});
  context.set(logContext, pino({ level: "silent" }));
  context.set(nonceContext, undefined);
  const handle = createRequestHandler(build as unknown as ServerBuild, "production");
  const { status } = await handle(new Request("http://acme.localhost/"), context);
  return { status, ...context.get(documentContext) };
}

function Broken(): never {
  throw new Error("bug");
}

test("marks a page with a failed part, and no other page", async () => {
  const whole = await renderDocument(() => <p>all well</p>);
  expect([whole.status, whole.html?.toString(), whole.hasFailedPart]).toEqual([
    200,
    expect.stringContaining("all well"),
    undefined,
  ]);
  const half = await renderDocument(() => (
    <Suspense fallback="waiting">
      <Broken />
    </Suspense>
  ));
  expect([half.status, half.html?.toString(), half.hasFailedPart]).toEqual([
    200,
    expect.stringContaining("waiting"),
    true,
  ]);
});
