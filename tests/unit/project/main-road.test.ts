import { expect, test } from "vitest";

import { countLines, findFaults, findImports, LIMITS, measureRoad } from "../../../scripts/main-road.ts";

const { total, faults } = measureRoad();

test("the main road is no longer than it was, and a shorter one lowers its limits", () => {
  expect(total).toEqual(LIMITS);
});

test("each file of the main road is reached from one before it, and imports no file without a place in the lists", () => {
  expect(faults).toEqual([]);
});

test("counts lines, and those that are neither blank nor imports", () => {
  const text = `import "./a.ts";\nimport {\n  b,\n} from "./b.ts";\n\n/** Reason. */\nconst c = b;\n`;
  expect(countLines(text)).toEqual({ lines: 7, read: 2 });
});

test("finds imports in all forms, but not those of types", () => {
  const text = `import "./a.ts";
import { b } from "../b.ts";
import {
  c,
} from "#app/c.ts";
import type { D } from "./d.ts";
import express from "express";
const { e } = await import("./e.ts");
type F = typeof import("./f.ts");
`;
  expect(findImports("app/http/x.ts", text)).toEqual(["app/http/a.ts", "app/b.ts", "app/c.ts", "app/http/e.ts"]);
});

test("finds a road with a gap, a name that is gone, a file without a place, and a literal that is spread", () => {
  const texts: Record<string, string> = {
    "server.ts": `import "./app/hidden.ts";\nstart({ ...{ a, b } });`,
    "app/far.ts": "export const here = 1;",
  };
  const road = [
    { file: "server.ts", name: "start" },
    { file: "app/far.ts", name: "gone" },
  ];
  expect(findFaults(road, (file) => texts[file]!)).toEqual([
    "app/hidden.ts: is neither on the road nor beside it, and server.ts imports it",
    "server.ts: spreads a literal",
    "app/far.ts: no earlier file imports it",
    "app/far.ts: has no gone",
  ]);
});
