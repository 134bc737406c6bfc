import { readFileSync } from "node:fs";
import { join } from "node:path";

import ts from "typescript";

import { routeTable } from "./route-table.ts";
import { filesBelow, nodesOf, type Source } from "./sources.ts";

/** A rule names its finds in a file that breaks it; `broken` holds such files, which test the rule itself. */
export type Rule = { name: string; find: (source: Source) => string[]; broken: [path: string, text: string][] };

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

/** Nodes of files in `folders` that `isForbidden`, by their line. */
function forbidNodes(folders: string[], isForbidden: (node: ts.Node) => boolean, except: string[] = []): Rule["find"] {
  return ({ path, tree }) =>
    !isIn(path, ...folders) || except.includes(path)
      ? []
      : [...nodesOf(tree)].filter(isForbidden).map((node) => node.getText().split("\n")[0]!.slice(0, 80));
}

/** The modules that a view may compute with: amounts and addresses, no data access. */
const PURE_RULES = [
  ...[
    "cart/amounts",
    "catalogue/product-query",
    "orders/mask-code",
    "product/product-choice-link",
    "product/stock",
  ].map((name) => `app/routes/${name}.ts`),
  "app/base/money.ts",
];

/** The files that the routes.ts of each app names. Other files below app/routes and console serve one area of them. */
const ROUTE_MODULES = [
  ["app", routeTable()],
  ["console", readFileSync("console/routes.ts", "utf8")],
].flatMap(([app = "", table = ""]) => [...table.matchAll(/"([^"]+\.tsx?)"/g)].map(([, path = ""]) => join(app, path)));

/** Runs in the browser, on the payment screens. */
const BROWSER_POLL = "app/routes/paid/order-state.ts";

const isView = (path: string) =>
  isIn(path, "app/ui", "app/elements", "console/elements") ||
  (isIn(path, "app/routes") && path.endsWith(".tsx") && !ROUTE_MODULES.includes(path));

/** Pages of prose: their length is that of the text. */
const PROSE = ["privacy", "terms"].map((name) => `app/routes/static/${name}.tsx`);

const NETWORK = /^(undici|axios|node:https?|node:http2|node:net|node:tls)$/;
const DATABASE = /^(kysely|better-sqlite3|pg|node:sqlite)$/;
const isCall = (node: ts.Node, name: string) => ts.isCallExpression(node) && node.expression.getText() === name;
const isProcessEnv = (node: ts.Node) =>
  ts.isPropertyAccessExpression(node) && node.getText() === "process.env" && !ts.isSpreadAssignment(node.parent); // a child process may get all of it
const isCacheControl = (node: ts.Node) => ts.isStringLiteralLike(node) && /^(cdn-)?cache-control$/i.test(node.text);
const isNamed = (node: ts.Node, tag: string) => ts.isJsxElement(node) && node.openingElement.tagName.getText() === tag;
/** The title of a part of a drawing is a tooltip. */
const isInDrawing = (node: ts.Node): boolean => !!node && (isNamed(node, "svg") || isInDrawing(node.parent));
const isHeadElement = (node: ts.Node) =>
  ts.isJsxElement(node)
    ? isNamed(node, "title") && !isInDrawing(node)
    : ts.isJsxSelfClosingElement(node) &&
      /^<(meta\s+name="(description|robots)"|link\s+rel="canonical")/.test(node.getText());
const isModuleVariable = (node: ts.Node) =>
  ts.isVariableStatement(node) && ts.isSourceFile(node.parent) && !(node.declarationList.flags & ts.NodeFlags.Const);

export const RULES: Rule[] = [
  {
    name: "app/ and console/ on one side and api/ on the other never import each other",
    find: (source) => [
      ...forbidImports(["app", "console"], (to) => isIn(to, "api"))(source),
      ...forbidImports(["api"], (to) => isIn(to, "app", "console"))(source),
    ],
    broken: [
      ["app/root.tsx", `import type { Db } from "../api/db/schema.ts";`],
      ["api/app.ts", `const { env } = await import("../app/env.server.ts");`],
    ],
  },
  {
    name: "console/ imports app/, and nothing imports console/: the storefront gets its build at run time",
    find: forbidImports(["app", "api", "cli", "config", "scripts", "simulators", "server.ts"], (to) =>
      isIn(to, "console"),
    ),
    broken: [
      ["app/entry.express.ts", `import { createConsole } from "#console/entry.express.ts";`],
      ["server.ts", `const console = await import("./console/entry.express.ts");`],
    ],
  },
  {
    name: "nothing imports cli/, simulators/, scripts/, tests/ or bench/, but cli/ the simulators; config/ imports no program",
    find: (source) => [
      ...forbidImports(["app", "api", "config", "console", "server.ts"], (to) =>
        isIn(to, "cli", "simulators", "scripts", "tests", "bench"),
      )(source),
      ...forbidImports(["cli", "simulators"], (to) => isIn(to, "scripts", "tests", "bench"))(source),
      ...forbidImports(["simulators"], (to) => isIn(to, "cli", "app"))(source),
      ...forbidImports(["config"], (to) => isIn(to, "app", "api", "console"))(source),
    ],
    broken: [
      ["app/routes/account/login.tsx", `import { build } from "../../../cli/build.ts";`],
      ["cli/awning.ts", `import { fonts } from "../scripts/fonts.ts";`],
      ["api/gateways/log.ts", `import { startSimulator } from "../../simulators/rehearsal.ts";`],
      ["simulators/rehearsal.ts", `import { print } from "../cli/command/print.ts";`],
      ["config/brand/load.ts", `export { env } from "../../app/base/env.server.ts";`],
    ],
  },
  {
    name: "cli/ uses the API, the tenants and the API client, nothing else of the storefront",
    find: forbidImports(
      ["cli"],
      (to) => isIn(to, "app", "console") && !isIn(to, "app/tenant", "app/commerce", "app/base/money.ts"),
    ),
    broken: [["cli/doctor.ts", `import { routes } from "../app/routes.ts";`]],
  },
  {
    name: "routes never fetch, open sockets or read a database",
    find: (source) => [
      ...forbidImports(["app/routes"], (to) => NETWORK.test(to) || DATABASE.test(to) || to === "express")(source),
      ...forbidNodes(["app/routes"], (node) => isCall(node, "fetch"), [BROWSER_POLL])(source),
    ],
    broken: [
      ["app/routes/account/login.tsx", `import { request } from "undici";`],
      ["app/routes/account/login.tsx", `export const loader = () => fetch("http://api/");`],
    ],
  },
  {
    name: "app/commerce/ is the storefront's only HTTP client",
    find: (source) => [
      ...forbidImports(["app", "console"], (to) => NETWORK.test(to), {
        typesToo: false,
        except: [
          ...filesBelow("app/commerce"),
          "app/http/pass-through.server.ts", // forwards a backend's media and payment notifications
          "app/tenant/nearness.server.ts", // lists of addresses, no socket
        ],
      })(source),
      ...forbidNodes(["app", "console"], (node) => isCall(node, "fetch"), [
        ...filesBelow("app/commerce"),
        ...filesBelow("app/elements"),
        ...filesBelow("console/elements"),
        BROWSER_POLL,
      ])(source),
    ],
    broken: [["app/tenant/site.server.ts", `import { Pool } from "undici";`]],
  },
  {
    name: "process.env has one reader for each program, one for the form of its output, and one for languages",
    find: forbidNodes(["app", "api", "config", "console"], isProcessEnv, [
      "app/base/env.server.ts",
      "api/base/env.ts",
      "config/process/json-output.ts",
      "config/language/current.ts",
    ]),
    broken: [["app/routes/account/login.tsx", `const { PORT } = process.env;`]],
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
    name: "views and elements get everything by props: no data access",
    find: (source) =>
      isView(source.path)
        ? [
            ...forbidImports(
              ["app", "console"],
              (to) => /\.server\b|^app\/(context|session)\b/.test(to) || ROUTE_MODULES.includes(to),
              { typesToo: false },
            )(source),
            ...forbidNodes(["app/ui", "app/routes"], (node) =>
              ["fetch", "useLoaderData", "useRouteLoaderData"].some((name) => isCall(node, name)),
            )(source),
          ]
        : [],
    broken: [
      ["app/ui/frame/header.tsx", `import { createCommerceClient } from "#app/commerce/client.server.ts";`],
      ["app/ui/frame/header.tsx", `const user = useRouteLoaderData("root");`],
    ],
  },
  {
    name: "ui/ and elements/ know no area of the routes, but for rules that are pure",
    find: forbidImports(
      ["app/ui", "app/elements", "console/elements"],
      (to) => isIn(to, "app/routes", "app/commerce") && !PURE_RULES.includes(to),
      { typesToo: false },
    ),
    broken: [["app/ui/frame/header.tsx", `import { CartLine } from "#app/routes/cart/cart-line.tsx";`]],
  },
  {
    name: "domain/ knows neither SQL nor HTTP",
    find: forbidImports(
      ["api/domain"],
      (to) =>
        DATABASE.test(to) ||
        NETWORK.test(to) ||
        to === "express" ||
        isIn(to, "api/db", "api/repositories", "api/http", "api/routes"),
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
        : forbidImports(["app", "api", "cli", "console", "simulators", "server.ts"], (to) => DATABASE.test(to), {
            typesToo: false,
          })(source),
    broken: [["api/routes/cart.ts", `import { sql } from "kysely";`]],
  },
  {
    name: "repositories/ knows nothing of HTTP",
    find: forbidImports(
      ["api/repositories"],
      (to) => NETWORK.test(to) || to === "express" || isIn(to, "api/http", "api/routes"),
    ),
    broken: [["api/repositories/orders/orders.ts", `import type { Request } from "express";`]],
  },
  {
    name: "no state at module level",
    find: forbidNodes(["app", "api", "cli", "config", "console", "simulators", "server.ts"], isModuleVariable),
    broken: [
      ["app/session/user.ts", `let token = "";`],
      ["api/shop/shop.ts", `export var clock = 1;`],
    ],
  },
  {
    name: "no AsyncLocalStorage: what a request knows is passed on, but for its language, its span and the id in the API's log",
    find: forbidImports(["app", "api", "config", "console"], (to) => to === "node:async_hooks", {
      except: ["api/base/request-id.ts", "config/language/current.ts", "config/process/tracing.ts"],
    }),
    broken: [["app/request/context.ts", `import { AsyncLocalStorage } from "node:async_hooks";`]],
  },
  {
    name: "Cache-Control is written in one place for pages, and where assets and health answer before it",
    find: forbidNodes(["app", "api", "console"], isCacheControl, [
      "app/http/cache-control.server.ts",
      "app/http/files/brand-files.server.ts",
      "app/http/files/file-cache.server.ts",
      "app/http/plain-answer.server.ts",
      "app/http/speculation-rules.server.ts",
      "app/preview/preview-styles.server.ts",
      "app/http/pass-through.server.ts",
      "console/request/operator-api.server.ts",
      "api/http/answer-error.ts",
      "api/http/health.ts",
      "api/http/no-store.ts",
      "api/routes/media.ts",
    ]),
    broken: [["app/routes/account/login.tsx", `export const headers = () => ({ "Cache-Control": "public" });`]],
  },
  {
    name: "a page's title, description and address are written by ui/page-head.tsx, in the console by page-title.tsx",
    find: forbidNodes(["app", "console"], isHeadElement, [
      "app/ui/frame/page-head.tsx",
      "console/ui/page-title.tsx",
      "console/today/plot.tsx",
    ]),
    broken: [
      ["app/routes/account/login.tsx", "export default () => <title>Login</title>;"],
      ["app/routes/cart/cart-view.tsx", `export const head = <meta name="description" content="" />;`],
    ],
  },
  {
    name: "a command reaches its process only through its terminal",
    find: forbidNodes(
      ["cli"],
      (node) =>
        ts.isPropertyAccessExpression(node) &&
        /^(console\.\w+|process\.(env|std\w+|exit|exitCode))$/.test(node.getText()),
      ["cli/awning.ts"],
    ),
    broken: [
      ["cli/commands/orders.ts", `console.log("None.");`],
      ["cli/commands/orders.ts", "process.exitCode = 1;"],
      ["cli/database/postgres-tools.ts", "const env = { ...process.env };"],
    ],
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
    name: "a route module stays under 100 lines that are not blank",
    find: ({ path, text }) =>
      ROUTE_MODULES.includes(path) &&
      !PROSE.includes(path) &&
      text.split("\n").filter((line) => line.trim()).length >= 100
        ? ["has 100 lines or more"]
        : [],
    broken: [["app/routes/account/login.tsx", "x\n".repeat(100)]],
  },
];

const FIXED_WAIT = /\bwaitForTimeout\b|\bnetworkidle\b|\btimers\/promises\b|new Promise\(.*\bsetTimeout\(/;

/** Lines that wait for a time. A test that expects no event needs one, with a comment "Nothing happens" before it. */
export function findFixedWaits({ text }: Pick<Source, "text">): string[] {
  const lines = text.split("\n");
  const isExplained = (index: number) => /^\s*\/\/ Nothing happens\b/.test(lines[index - 1] ?? "");
  return lines.filter((line, index) => FIXED_WAIT.test(line) && !isExplained(index)).map((line) => line.trim());
}
