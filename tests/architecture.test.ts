import ts from "typescript";
import { describe, expect, test } from "vitest";
import { filesBelow, nodesOf, parseSource, readSources, topLevelEntries, type Source } from "./helpers/sources.ts";

/** What a view may compute with: arithmetic of amounts and addresses, no data access. */
const PURE_RULES = ["amounts", "money", "product-query"].map((name) => `app/commerce/${name}.ts`);

// The rules that keep the folders apart. Each rule names what it finds; each is also shown a file that breaks it.

type Rule = { name: string; find: (source: Source) => string[]; broken: [path: string, text: string][] };

const PRODUCT = readSources("app", "api", "cli", "tenants", "server.ts");
const isIn = (path: string, ...folders: string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** Imports of files in `folders` (not of `except`) that `isForbidden`. Type imports count unless `typesToo` is false. */
function forbidImports(
  folders: string[],
  isForbidden: (to: string) => boolean,
  { typesToo = true, except = [] as string[] } = {},
): Rule["find"] {
  return ({ path, imports }) =>
    !isIn(path, ...folders) || except.includes(path)
      ? []
      : imports.filter(({ to, isType }) => isForbidden(to) && (typesToo || !isType)).map(({ to }) => `imports ${to}`);
}

/** Nodes of files in `folders` that `isForbidden`, as the line they stand in. */
function forbidNodes(folders: string[], isForbidden: (node: ts.Node) => boolean, except: string[] = []): Rule["find"] {
  return ({ path, tree }) =>
    !isIn(path, ...folders) || except.includes(path)
      ? []
      : [...nodesOf(tree)].filter(isForbidden).map((node) => node.getText().split("\n")[0]!.slice(0, 80));
}

/** Pages of prose: their length is that of the text. */
const PROSE = ["privacy", "terms-conditions"].map((name) => `app/routes/${name}.tsx`);

const NETWORK = /^(undici|axios|node:https?|node:http2|node:net|node:tls)$/;
const DATABASE = /^(kysely|better-sqlite3|pg|node:sqlite)$/;
const isCall = (node: ts.Node, name: string) => ts.isCallExpression(node) && node.expression.getText() === name;
const isProcessEnv = (node: ts.Node) =>
  ts.isPropertyAccessExpression(node) && node.getText() === "process.env" && !ts.isSpreadAssignment(node.parent); // handing all of it to a child process is not reading it
const isCacheControl = (node: ts.Node) => ts.isStringLiteralLike(node) && /^(cdn-)?cache-control$/i.test(node.text);
const isModuleVariable = (node: ts.Node) =>
  ts.isVariableStatement(node) && ts.isSourceFile(node.parent) && !(node.declarationList.flags & ts.NodeFlags.Const);

const RULES: Rule[] = [
  {
    name: "app/ and api/ never import each other",
    find: (source) => [
      ...forbidImports(["app"], (to) => isIn(to, "api"))(source),
      ...forbidImports(["api"], (to) => isIn(to, "app"))(source),
    ],
    broken: [
      ["app/root.tsx", `import type { Db } from "../api/db/schema.ts";`],
      ["api/app.ts", `const { env } = await import("../app/env.server.ts");`],
    ],
  },
  {
    name: "nothing imports cli/, tests/ or bench/; the brands' schema knows no program",
    find: (source) => [
      ...forbidImports(["app", "api", "tenants", "server.ts"], (to) => isIn(to, "cli", "tests", "bench"))(source),
      ...forbidImports(["tenants"], (to) => isIn(to, "app", "api"))(source),
    ],
    broken: [
      ["app/routes/login.tsx", `import { build } from "../../cli/build.ts";`],
      ["tenants/load.ts", `export { env } from "../app/env.server.ts";`],
    ],
  },
  {
    name: "cli/ uses the API, the tenants and the API client, nothing else of the storefront",
    find: forbidImports(["cli"], (to) => isIn(to, "app") && !isIn(to, "app/tenant", "app/commerce")),
    broken: [["cli/doctor.ts", `import { routes } from "../app/routes.ts";`]],
  },
  {
    name: "routes never fetch, open sockets or read a database",
    find: (source) => [
      ...forbidImports(["app/routes"], (to) => NETWORK.test(to) || DATABASE.test(to) || to === "express")(source),
      ...forbidNodes(["app/routes"], (node) => isCall(node, "fetch"))(source),
    ],
    broken: [
      ["app/routes/login.tsx", `import { request } from "undici";`],
      ["app/routes/login.tsx", `export const loader = () => fetch("http://api/");`],
    ],
  },
  {
    name: "app/commerce/ is the storefront's only HTTP client",
    find: (source) => [
      ...forbidImports(["app"], (to) => NETWORK.test(to), { typesToo: false, except: filesBelow("app/commerce") })(
        source,
      ),
      ...forbidNodes(["app"], (node) => isCall(node, "fetch"), [
        ...filesBelow("app/commerce"),
        ...filesBelow("app/elements"),
      ])(source),
    ],
    broken: [["app/tenant/site.server.ts", `import { Pool } from "undici";`]],
  },
  {
    name: "process.env has one reader for each program",
    find: forbidNodes(["app", "api", "tenants"], isProcessEnv, ["app/env.server.ts", "api/env.ts"]),
    broken: [["app/routes/login.tsx", `const { PORT } = process.env;`]],
  },
  {
    name: "forms/NAME.ts knows neither React, Zod nor the server",
    find: (source) =>
      /^app\/forms\/(?!use-)[a-z-]+\.ts$/.test(source.path)
        ? forbidImports(["app/forms"], (to) => /^(react|react-dom|react-router|zod)(\/|$)|zod|\.server\b/.test(to))(
            source,
          )
        : [],
    broken: [
      ["app/forms/login.ts", `import { z } from "zod";`],
      ["app/forms/login.ts", `import { parse } from "./parse.server.ts";`],
    ],
  },
  {
    name: "ui/ and elements/ get everything by props: no data access, only its types and the rules that are pure",
    find: (source) => [
      ...forbidImports(
        ["app/ui", "app/elements"],
        (to) => isIn(to, "app/commerce", "app/session", "app/routes") && !PURE_RULES.includes(to),
        { typesToo: false },
      )(source),
      ...forbidImports(["app/ui", "app/elements"], (to) => /\.server\b|^app\/context/.test(to), { typesToo: false })(
        source,
      ),
      ...forbidNodes(["app/ui"], (node) =>
        ["fetch", "useLoaderData", "useRouteLoaderData"].some((name) => isCall(node, name)),
      )(source),
    ],
    broken: [
      ["app/ui/header.tsx", `import { createCommerceClient } from "#app/commerce/client.server.ts";`],
      ["app/ui/header.tsx", `const user = useRouteLoaderData("root");`],
    ],
  },
  {
    name: "domain/ knows neither SQL nor HTTP",
    find: forbidImports(
      ["api/domain"],
      (to) =>
        DATABASE.test(to) ||
        NETWORK.test(to) ||
        to === "express" ||
        isIn(to, "api/db", "api/repositories", "api/routes"),
    ),
    broken: [
      ["api/domain/orders.ts", `import { sql } from "kysely";`],
      ["api/domain/orders.ts", `import { findOrder } from "../repositories/orders.ts";`],
    ],
  },
  {
    name: "repositories/ and db/ hold all SQL",
    find: (source) =>
      isIn(source.path, "api/repositories", "api/db")
        ? []
        : forbidImports(["app", "api", "cli", "server.ts"], (to) => DATABASE.test(to), { typesToo: false })(source),
    broken: [["api/routes/cart.ts", `import { sql } from "kysely";`]],
  },
  {
    name: "repositories/ knows nothing of HTTP",
    find: forbidImports(["api/repositories"], (to) => NETWORK.test(to) || to === "express" || isIn(to, "api/routes")),
    broken: [["api/repositories/orders.ts", `import type { Request } from "express";`]],
  },
  {
    name: "no state at module level",
    find: forbidNodes(["app", "api", "cli", "tenants", "server.ts"], isModuleVariable),
    broken: [
      ["app/session/user.ts", `let token = "";`],
      ["api/shop.ts", `export var clock = 1;`],
    ],
  },
  {
    name: "no AsyncLocalStorage: what a request knows is passed on",
    find: forbidImports(["app", "api"], (to) => to === "node:async_hooks"),
    broken: [["app/context.ts", `import { AsyncLocalStorage } from "node:async_hooks";`]],
  },
  {
    name: "Cache-Control is written in one place for pages, and where assets and health answer before it",
    find: forbidNodes(["app", "api"], isCacheControl, [
      "app/cache-control.server.ts",
      "app/brand-assets.server.ts",
      "app/entry.express.ts",
      "app/commerce/pass-through.server.ts",
      "api/app.ts",
      "api/routes/media.ts",
    ]),
    broken: [["app/routes/login.tsx", `export const headers = () => ({ "Cache-Control": "public" });`]],
  },
  {
    name: "no barrel files",
    find: ({ tree }) => {
      const isPassedOn = (statement: ts.Statement) => ts.isExportDeclaration(statement) && !!statement.moduleSpecifier;
      const isBarrel = tree.statements.length > 0 && tree.statements.every(isPassedOn);
      const stars = tree.statements.filter(
        (statement) => isPassedOn(statement) && !(statement as ts.ExportDeclaration).exportClause,
      );
      return [...(isBarrel ? ["only passes on"] : []), ...stars.map((star) => star.getText())];
    },
    broken: [
      ["app/ui/index.ts", `export { Header } from "./header.tsx";`],
      ["app/ui/all.ts", `export * from "./header.tsx";\nexport const mine = 1;`],
    ],
  },
  {
    name: "no folder for everything, and file names in kebab-case",
    find: ({ path }) => [
      ...(/(^|\/)(utils?|helpers?|lib|common|shared|misc)\//.test(path) ? ["lies in a folder without a subject"] : []),
      ...(/^[a-z0-9-]+(\.[a-z0-9-]+)*\.tsx?$/.test(path.split("/").at(-1)!) ? [] : ["is not in kebab-case"]),
    ],
    broken: [
      ["app/utils/money.ts", ""],
      ["app/ui/Header.tsx", ""],
    ],
  },
  {
    name: "a route module stays under 100 lines",
    find: ({ path, text }) =>
      isIn(path, "app/routes") && !PROSE.includes(path) && text.trimEnd().split("\n").length >= 100
        ? ["has 100 lines or more"]
        : [],
    broken: [["app/routes/login.tsx", "\n".repeat(99) + "x"]],
  },
];

describe.each(RULES)("$name", ({ find, broken }) => {
  test("holds everywhere", () => {
    const found = PRODUCT.flatMap((source) => find(source).map((fault) => `${source.path} ${fault}`));
    expect(found).toEqual([]);
  });

  test.each(broken)("and would find it in %s", (path, text) => {
    expect(find(parseSource(path, text))).not.toEqual([]);
  });
});

test("server.ts never reaches app/context.ts: the build has its own copy, and context keys are compared by identity", () => {
  const byPath = new Map(PRODUCT.map((source) => [source.path, source]));
  const reached = new Set<string>();
  const walk = (path: string) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const { to, isType } of byPath.get(path)?.imports ?? []) if (!isType) walk(to);
  };
  walk("server.ts");
  expect(reached).toContain("app/env.server.ts");
  expect(reached).not.toContain("app/context.ts");
});

test("the root holds what its owner settled, and nothing else", () => {
  const settled = [
    ...["package.json", "package-lock.json", "tsconfig.json", "react-router.config.ts", "vite.config.ts", "server.ts"],
    ...["app", "api", "cli", "tenants", "tests", "bench", "docs", "Dockerfile", "compose.yaml"],
    ...["README.md", "CHANGELOG.md", "LICENSE"],
  ];
  expect(topLevelEntries().filter((name) => !name.startsWith(".") && !settled.includes(name))).toEqual([]);
});

test("ids stand only in titles of tests, at most three in one", () => {
  const id = /\[([A-Z]{1,5}-\d{2})\]/g;
  const isTitle = (node: ts.Node) =>
    ts.isCallExpression(node.parent) &&
    node.parent.arguments[0] === node &&
    /^(test|describe)\b/.test(node.parent.expression.getText());
  const faults = readSources("app", "api", "cli", "tenants", "server.ts", "tests").flatMap(({ path, text, tree }) => {
    const titles = [...nodesOf(tree)]
      .filter((node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
      .filter(isTitle);
    const inTitles = titles.map((title) => [...title.getText().matchAll(id)].length);
    const all = [...text.matchAll(id)].length;
    const outside = all - inTitles.reduce((sum, count) => sum + count, 0);
    return [
      ...(outside > 0 ? [`${path}: ${outside} outside a title`] : []),
      ...(inTitles.some((count) => count > 3) ? [`${path}: more than three in a title`] : []),
    ];
  });
  expect(faults).toEqual([]);
});
