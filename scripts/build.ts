import "../config/process/require-node.ts";

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { fingerprint } from "./fingerprint.ts";

/** Builds the storefront: with --if-stale only if its sources have changed since the last build. */
const SOURCES = ["app/**/*", "config/**/*", "package-lock.json", "vite.config.ts", "react-router.config.ts"];
const STAMP = join("build", "made-of");
const REACT_ROUTER = join("node_modules", "@react-router", "dev", "bin.cjs");

const isOnDemand = process.argv.includes("--if-stale");
const current = fingerprint(SOURCES);

if (!isOnDemand || !existsSync(STAMP) || readFileSync(STAMP, "utf8") !== current) {
  if (isOnDemand) console.log("Building the storefront. This takes some seconds.");
  const quiet = isOnDemand ? ["--logLevel", "warn"] : [];
  const { status } = spawnSync(process.execPath, [REACT_ROUTER, "build", ...quiet], {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(STAMP, current);
}
