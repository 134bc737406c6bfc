import { existsSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { BREAKS } from "../../breaks/breaks.ts";

// `npm run breaks` takes many minutes and is no part of the suite: here only that each break still fits the code.

test.each(BREAKS)("$file holds once what is to be broken: $what", (broken) => {
  const pieces = existsSync(broken.file) ? readFileSync(broken.file, "utf8").split(broken.from).length - 1 : 0;
  expect([pieces, existsSync(broken.test)]).toEqual([1, true]);
});
