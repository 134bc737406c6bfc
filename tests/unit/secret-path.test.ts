import { expect, test } from "vitest";

import { loggedPath } from "#app/http/sensitive-paths.server.ts";

test.each([
  "/gift/t0ken",
  "/GIFT/t0ken",
  "//gift/t0ken",
  "/%67ift/t0ken",
  "/gift%2Ft0ken",
  "/%47IFT/t0ken.data",
  "/gift/%",
])("hides the token of %s from the log [OPS-04]", (path) => expect(loggedPath(path)).toBe("/gift/…"));

test.each(["/", "/gifts", "/cart/gift/x", "/%"])("logs %s unchanged [OPS-04]", (path) =>
  expect(loggedPath(path)).toBe(path),
);
