import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import shopRoutes from "../../app/routes.ts";
import { readTexts } from "../../config/language/load-languages.ts";
import consoleRoutes from "../../console/routes.ts";

// The files of the storefront and the console for browsers, from a separate build in which every setting contains a recognisable word.

const SETTINGS = ["SESSION_SECRET", "DATA_KEY", "FORWARD_KEY", "DATABASE_URL", "SMTP_URL", "REDIS_URL", "VITE_SECRET"];
const CANARY = "canary-4f1d9c";
const NEEDED = [
  "app",
  "api",
  "config",
  "console",
  "scripts",
  "tenants",
  "package.json",
  "tsconfig.json",
  "vite.config.ts",
  "react-router.config.ts",
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "awning-bundle-"));
  for (const name of NEEDED) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  const secrets = Object.fromEntries(SETTINGS.map((name) => [name, `${CANARY}-${name}`]));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: "production", ...secrets };
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const APPS = {
  storefront: { client: "build/client", elements: "app/elements/bundles/index.ts", bundles: 7, routes: shopRoutes },
  console: { client: "build/console/client", elements: "elements/bundles/index.ts", bundles: 2, routes: consoleRoutes },
};

type RouteEntry = { file: string; id?: string; path?: string; children?: RouteEntry[] };
const below = (entries: RouteEntry[]): RouteEntry[] =>
  entries.flatMap((entry) => [entry, ...below(entry.children ?? [])]);
/** The ids and paths of all routes of an app, but for plain words. */
const namesOf = (app: keyof typeof APPS) =>
  below(APPS[app].routes as RouteEntry[])
    .flatMap(({ file, id, path = "" }) => [file, file.replace(/\.\w+$/, ""), id ?? "", path])
    .filter((name) => /\w\W+\w/.test(name));
const filesOf = (app: keyof typeof APPS) =>
  globSync(join(folder, APPS[app].client, "assets", "**")).filter((file) => /\.\w+$/.test(file));

describe.each(["storefront", "console"] as const)("the %s's files", (app) => {
  test("hold something each", () => {
    const texts = filesOf(app).map((file) => [basename(file), readFileSync(file, "latin1").trim()]);
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter(([, text]) => /^(export\s*\{\s*\};?)?$/.test(text!))).toEqual([]);
  });

  test("hold no list of all routes", () => {
    const lists = filesOf(app).filter((file) => readFileSync(file, "latin1").includes("__reactRouterManifest="));
    expect(lists.map((file) => basename(file))).toEqual([]);
  });

  test("name no route of the other app", () => {
    const other = app === "console" ? "storefront" : "console";
    const own = namesOf(app);
    const names = namesOf(other).filter((name) => !own.includes(name));
    expect(names.length).toBeGreaterThan(50);
    const found = filesOf(app).flatMap((file) => {
      const text = readFileSync(file, "latin1");
      return [...names, other === "console" ? "/brands/" : "routes/"]
        .filter((name) => text.includes(name))
        .map((name) => `${basename(file)}: ${name}`);
    });
    expect(found).toEqual([]);
  });
});

test.each(Object.values(APPS))(
  "a document loads one script, and later its elements' code, without React: $client",
  ({ client, elements, bundles }) => {
    const assets = join(folder, client);
    const manifest = JSON.parse(readFileSync(join(assets, ".vite", "manifest.json"), "utf8"));
    const { file, imports = [], dynamicImports } = manifest[elements];
    expect(imports).toEqual([]);
    expect(dynamicImports).toHaveLength(bundles);
    const files = new Set<string>([file, ...dynamicImports.map((name: string) => manifest[name].file)]);
    // Chunks that these import are added while the loop runs.
    for (const name of files) {
      const code = readFileSync(join(assets, name), "utf8");
      expect([name, code.includes("react.transitional.element")]).toEqual([name, false]);
      for (const [, imported] of code.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) files.add(`assets/${imported}`);
    }
  },
);

test("browsers get only the views of the payment screens, without header and footer, and format no dates", () => {
  const scripts = [...filesOf("storefront"), ...filesOf("console")].filter((name) => name.endsWith(".js"));
  const code = scripts.map((name) => readFileSync(name, "utf8")).join("\n");
  const words = [
    "Choose how to pay",
    "Delivery Options",
    "Search for coupons",
    "Quick Links",
    "order-items",
    "Asia/Kolkata",
  ];
  expect(words.filter((text) => code.includes(text))).toEqual(["Choose how to pay"]);
});

test("browsers name only texts of the areas that come with the payment screens, and get no parser of messages", () => {
  const areas = [...readTexts("config/languages/en").keys()].filter((area) => area !== "payment" && area !== "ui");
  expect(areas.length).toBeGreaterThan(2);
  const others = new RegExp(`["'\`](?:${areas.join("|")})\\.[a-z][\\w-]*|parser can only be used once`, "g");
  const scripts = filesOf("storefront").filter((name) => name.endsWith(".js"));
  const codes = scripts.map((name) => [basename(name), readFileSync(name, "utf8")] as const);
  expect(codes.filter(([, code]) => code.includes("payment.backToCart"))).not.toEqual([]);
  expect(codes.flatMap(([name, code]) => (code.match(others) ?? []).map((found) => `${name}: ${found}`))).toEqual([]);
});

test("browsers get neither secrets nor server code nor a source map of it [OPS-08]", () => {
  const files = Object.values(APPS).flatMap(({ client }) =>
    readdirSync(join(folder, client), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(js|css|json|map|html|svg|txt)$/.test(name))
      .map((name) => join(client, name)),
  );
  expect(files.filter((name) => name.endsWith(".js")).length).toBeGreaterThan(10);
  expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
  const words = [
    CANARY,
    ...SETTINGS,
    "process.env",
    "sourceMappingURL",
    "/user/refreshtoken/",
    "x-awning-key",
    "timingSafeEqual",
    "createHmac",
    "better-sqlite3",
    "Demo@2026",
    "demo@awning.test",
  ];
  const found = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), "latin1");
    return words.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`);
  });
  expect(found).toEqual([]);
});
