import { expect, test } from "vitest";

import { readRouteHandles } from "#app/http/route-handles.server.ts";

import { routesWith } from "../../../helpers/storefront/route.ts";

const urls = readRouteHandles(
  routesWith({
    "": { keep: "for everybody", keptHref: () => "/?all", prefetch: true },
    help: { keep: "for visitors" },
    "gift/:token?": { isSecret: true },
    "invitation/:token": { isSecret: true },
    returned: { acceptsOtherSites: true },
    cart: {},
  }),
);

test("collects the routes' settings of their URLs", () => {
  expect([...urls.kept.keys()]).toEqual(["/", "/help"]);
  expect(urls.kept.get("/")!.href!(new URLSearchParams())).toBe("/?all");
  expect(urls.kept.get("/")!.isForEverybody).toBe(true);
  expect(urls.kept.get("/help")).toEqual({ href: undefined, isForEverybody: false });
  expect(urls.prefetched).toEqual(["/"]);
  expect([...urls.acceptOtherSites]).toEqual(["/returned"]);
});

test.each([
  "/gift/t0ken",
  "/GIFT/t0ken",
  "//gift/t0ken",
  "/%67ift/t0ken",
  "/gift%2Ft0ken",
  "/%47IFT/t0ken.data",
  "/gift/%",
  "/gift",
  "/GIFT",
  "/%67ift.data",
  "/gift/_.data",
])("hides the token of %s, or in its query, from the log and marks the URL as secret [OPS-04]", (path) => {
  expect(urls.loggedPath(path)).toBe("/gift/…");
});

test.each(["/", "/gifts", "/gift-cards", "/cart/gift/x", "/invitation", "/%"])("logs %s unchanged [OPS-04]", (path) => {
  expect(urls.loggedPath(path)).toBe(path);
});
