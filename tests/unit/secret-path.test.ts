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
])("%s leaves no token in a log [OPS-04]", (path) => expect(loggedPath(path)).toBe("/gift/…"));

test.each(["/", "/gifts", "/cart/gift/x", "/%"])("%s is logged as it is [OPS-04]", (path) =>
  expect(loggedPath(path)).toBe(path),
);
