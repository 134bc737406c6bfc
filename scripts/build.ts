import "../config/process/require-node.ts";

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { compressAssets } from "./compress-assets.ts";
import { fingerprint } from "./fingerprint.ts";

/** Builds the storefront and the console: with --if-stale only if their sources have changed since the last build. */
const SOURCES = [
  "app/**/*",
  "config/**/*",
  "console/**/*",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
  "scripts/compress-assets.ts",
];
const STAMP = join("build", "made-of");
const REACT_ROUTER = join("node_modules", "@react-router", "dev", "bin.cjs");
/** The folders of the apps' configurations. */
const APPS = [".", "console"];

const isOnDemand = process.argv.includes("--if-stale");
const current = fingerprint(SOURCES);

if (!isOnDemand || !existsSync(STAMP) || readFileSync(STAMP, "utf8") !== current) {
  if (isOnDemand) console.log("Building the storefront and the console. This takes some seconds.");
  rmSync("build", { recursive: true, force: true });
  const codes = await Promise.all(APPS.map(build));
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) process.exit(failed ?? 1);
  for (const client of ["build/client", "build/console/client"]) compressAssets(`${client}/assets`);
  writeFileSync(STAMP, current);
}

/** @returns the exit code; null when a signal ended it */
async function build(app: string): Promise<number | null> {
  const quiet = isOnDemand ? ["--logLevel", "warn"] : [];
  const child = spawn(process.execPath, [REACT_ROUTER, "build", app, ...quiet], {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}
