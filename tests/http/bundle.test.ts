import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

// The program's files for browsers, from a separate build in which every setting contains a recognisable word.

const SETTINGS = ["SESSION_SECRET", "DATA_KEY", "FORWARD_KEY", "DATABASE_URL", "SMTP_URL", "REDIS_URL", "VITE_SECRET"];
const CANARY = "canary-4f1d9c";
const NEEDED = [
  "app",
  "api",
  "config",
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
  const { status, stderr } = spawnSync("npx", ["react-router", "build"], { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a document loads one script, and later its elements' code, without React", () => {
  const assets = join(folder, "build", "client");
  const manifest = JSON.parse(readFileSync(join(assets, ".vite", "manifest.json"), "utf8"));
  const { file, imports = [], dynamicImports } = manifest["app/elements/bundles/index.ts"];
  expect(imports).toEqual([]);
  expect(dynamicImports).toHaveLength(5);
  const files = new Set<string>([file, ...dynamicImports.map((name: string) => manifest[name].file)]);
  // Chunks that these import are added while the loop runs.
  for (const name of files) {
    const code = readFileSync(join(assets, name), "utf8");
    expect([name, code.includes("react.transitional.element")]).toEqual([name, false]);
    for (const [, imported] of code.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) files.add(`assets/${imported}`);
  }
});

test("browsers get only the views of the payment screens, without header and footer", () => {
  const assets = join(folder, "build", "client", "assets");
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const code = scripts.map((name) => readFileSync(join(assets, name), "utf8")).join("\n");
  const words = ["Choose how to pay", "Delivery Options", "Search for coupons", "Quick Links", "No orders yet"];
  expect(words.filter((text) => code.includes(text))).toEqual(["Choose how to pay"]);
});

test("browsers get neither secrets nor server code nor a source map of it [OPS-08]", () => {
  const client = join(folder, "build", "client");
  const files = readdirSync(client, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(js|css|json|map|html|svg|txt)$/.test(name),
  );
  expect(files.filter((name) => name.endsWith(".js")).length).toBeGreaterThan(10);
  expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
  const words = [
    ...[CANARY, ...SETTINGS, "process.env", "sourceMappingURL"],
    ...["/user/refreshtoken/", "x-awning-key", "timingSafeEqual", "createHmac", "better-sqlite3"],
    ...["Demo@2026", "demo@awning.test"],
  ];
  const found = files.flatMap((name) => {
    const text = readFileSync(join(client, name), "latin1");
    return words.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`);
  });
  expect(found).toEqual([]);
});
