import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { SCREENS } from "../../helpers/shots/screens.ts";

test("takes pictures of every page of the shop", () => {
  const table = readFileSync("app/routes.ts", "utf8");
  const pages = [...table.matchAll(/route\("([^"*]+)", "[^"]+\.tsx"/g)].map(
    ([, path]) => `/${path!.replace(/\/:\w+\?$/, "")}`,
  );
  expect(pages.length).toBeGreaterThan(25);
  const taken = SCREENS.map(({ path }) => path.split("?")[0]!.replace(/\{(\w+)\}/, ":$1"));
  expect(pages.filter((page) => !taken.includes(page))).toEqual([]);
});
