import "../config/process/require-node.ts";

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { fingerprint } from "./fingerprint.ts";

/** Builds the storefront unless its sources are those of the last build, so that a second start is quick. */
const SOURCES = ["app/**/*", "config/**/*", "package-lock.json", "vite.config.ts", "react-router.config.ts"];
const STAMP = join("build", "made-of");

const current = fingerprint(SOURCES);

if (!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== current) {
  console.log("Building the storefront. This takes some seconds.");
  const { status } = spawnSync("npm", ["run", "--silent", "build", "--", "--logLevel", "warn"], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync("build", { recursive: true });
  writeFileSync(STAMP, current);
}
