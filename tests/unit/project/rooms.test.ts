import { readFileSync } from "node:fs";
import { dirname } from "node:path";

import { expect, test } from "vitest";

import { readSources } from "../../helpers/source/sources.ts";

const PROGRAMS = ["api", "app", "cli", "config", "console", "simulators"];

test("docs/rooms.md has one line for each room", () => {
  const rooms = new Set(readSources(...PROGRAMS).map(({ path }) => dirname(path)));
  const listed = [...readFileSync("docs/rooms.md", "utf8").matchAll(/^\| `([\w/-]+)` +\| \S/gm)].map(
    ([, room]) => room,
  );
  expect(listed.toSorted()).toEqual([...rooms].filter((room) => room.includes("/")).toSorted());
});
