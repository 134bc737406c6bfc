import ts from "typescript";
import { describe, expect, test } from "vitest";

import { findFixedWaits, RULES } from "./helpers/source/architecture-rules.ts";
import { countModules, fileGraph, findCircles, folderGraph } from "./helpers/source/import-graph.ts";
import { nodesOf, parseSource, readSources, topLevelEntries } from "./helpers/source/sources.ts";

// The rules that keep the folders apart. Each is also shown a file that breaks it.

const PRODUCT = readSources("app", "api", "cli", "config", "console", "scripts", "simulators", "server.ts");

describe.each(RULES)("$name", ({ find, broken }) => {
  test("holds everywhere", () => {
    const found = PRODUCT.flatMap((source) => find(source).map((fault) => `${source.path} ${fault}`));
    expect(found).toEqual([]);
  });

  test.each(broken)("and would find it in %s", (path, text) => {
    expect(find(parseSource(path, text))).not.toEqual([]);
  });
});

/** The programs whose files and folders import each other in one direction only, type imports included. */
const WITHOUT_CIRCLES = ["api", "app", "cli", "config", "console", "simulators"];
const MAX_MODULES = 30;
/** Each release adds to it, and none takes away. */
const GROWING = "api/db/migrations";

describe.each(WITHOUT_CIRCLES)("%s/", (program) => {
  const sources = PRODUCT.filter(({ path }) => path.startsWith(`${program}/`));

  test("no files import each other in a circle", () => {
    expect(findCircles(fileGraph(sources))).toEqual([]);
  });

  test("no folders import each other in a circle", () => {
    expect(findCircles(folderGraph(sources))).toEqual([]);
  });

  test(`no folder holds more than ${MAX_MODULES} modules`, () => {
    const full = [...countModules(sources)].filter(([, count]) => count > MAX_MODULES);
    expect(full.filter(([folder]) => folder !== GROWING)).toEqual([]);
  });
});

test("circles are found, through types and through others too, and full folders", () => {
  const sources = [
    parseSource("api/app.ts", `import "./orders/place.ts";\nimport "./base/error.ts";`),
    parseSource("api/base/error.ts", ""),
    parseSource("api/orders/place.ts", `import { settle } from "../payments/settle.ts";`),
    parseSource("api/orders/fulfil.ts", `import "../base/error.ts";`),
    parseSource("api/staff/sign-in.ts", `import type { Options } from "../app.ts";`),
    parseSource("api/payments/settle.ts", `import { send } from "../mail/send.ts";`),
    parseSource("api/mail/send.ts", `import { fulfil } from "../orders/fulfil.ts";\nimport "./letter.ts";`),
    parseSource("api/mail/letter.ts", `import type { Kind } from "./send.ts";`),
  ];
  expect(findCircles(fileGraph(sources))).toEqual([["api/mail/letter.ts", "api/mail/send.ts"]]);
  expect(findCircles(folderGraph(sources))).toEqual([["api/mail", "api/orders", "api/payments"]]);
  expect([...countModules(sources)]).toContainEqual(["api/mail", 2]);
});

test("server.ts never reaches app/request/context.ts: the build has its own copy, and context keys are compared by identity", () => {
  const byPath = new Map(PRODUCT.map((source) => [source.path, source]));
  const reached = new Set<string>();
  const walk = (path: string) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const { to, isType } of byPath.get(path)?.imports ?? []) if (!isType) walk(to);
  };
  walk("server.ts");
  expect(reached).toContain("app/base/env.server.ts");
  expect(reached).not.toContain("app/request/context.ts");
});

test("no room of the test helpers holds more than 12 modules", () => {
  const rooms = [...countModules(readSources("tests/helpers"))];
  expect(rooms.length).toBeGreaterThan(8);
  expect(rooms.filter(([room, count]) => count > 12 || room === "tests/helpers")).toEqual([]);
});

describe("browser tests wait for what the page shows, not for a time", () => {
  test("everywhere, but where a comment says that nothing happens meanwhile", () => {
    const sources = readSources("tests/e2e", "tests/helpers/browser", "tests/helpers/shots", "tests/shots.ts");
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.flatMap((source) => findFixedWaits(source).map((line) => `${source.path} ${line}`))).toEqual([]);
  });

  test.each([
    `await page.waitForTimeout(500);`,
    `await page.goto(url, { waitUntil: "networkidle" });`,
    `import { setTimeout as wait } from "node:timers/promises";`,
    `await new Promise((resolve) => setTimeout(resolve, 100));`,
  ])("and would find it in %s", (line) => {
    expect(findFixedWaits(parseSource("tests/e2e/a.test.ts", line))).toHaveLength(1);
    expect(findFixedWaits(parseSource("tests/e2e/a.test.ts", `// Nothing happens: …\n${line}`))).toEqual([]);
  });
});

test("the root holds what its owner settled, and nothing else", () => {
  const settled = [
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "react-router.config.ts",
    "vite.config.ts",
    "server.ts",
    "eslint.config.js",
    "stylelint.config.js",
    "knip.jsonc",
    "app",
    "console",
    "api",
    "cli",
    "simulators",
    "config",
    "tenants",
    "tests",
    "bench",
    "docs",
    "scripts",
    "Dockerfile",
    "compose.yaml",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "LICENSE",
  ];
  expect(topLevelEntries().filter((name) => !name.startsWith(".") && !settled.includes(name))).toEqual([]);
});

test("ids appear only in titles of tests, at most three in one", () => {
  const id = /\[([A-Z]{1,5}-\d{2})\]/g;
  const count = (text: string) => [...text.matchAll(id)].length;
  const isTestCall = (node: ts.Node | undefined) =>
    !!node && ts.isCallExpression(node) && /^(test|describe)\b/.test(node.expression.getText());
  /** The first argument of test(), or the first cell of a row of test.each(). */
  const isTitle = (node: ts.Node) =>
    (isTestCall(node.parent) && (node.parent as ts.CallExpression).arguments[0] === node) ||
    (ts.isArrayLiteralExpression(node.parent) &&
      node.parent.elements[0] === node &&
      isTestCall(node.parent.parent?.parent));
  const faults = readSources("app", "api", "cli", "config", "console", "simulators", "server.ts", "tests")
    .filter(({ text }) => count(text) > 0)
    .flatMap(({ path, text, tree }) => {
      const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
      const titles = [...nodesOf(tree)]
        .filter((node) => isText(node) && isTitle(node))
        .map((node) => count(node.getText()));
      const outside = count(text) - titles.reduce((sum, ids) => sum + ids, 0);
      return [
        ...(outside > 0 ? [`${path}: ${outside} outside a title`] : []),
        ...(titles.some((ids) => ids > 3) ? [`${path}: more than three in a title`] : []),
      ];
    });
  expect(faults).toEqual([]);
});
