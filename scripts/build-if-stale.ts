import "../config/require-node.ts";

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Builds the storefront unless its sources are those of the last build, so that a second start is quick. */
const SOURCES = ["app/**/*", "config/**/*", "package-lock.json", "vite.config.ts", "react-router.config.ts"];
const STAMP = join("build", "made-of");

const sources = globSync(SOURCES, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
const hash = createHash("sha256");
for (const file of sources) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
const fingerprint = hash.digest("hex");

if (!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== fingerprint) {
  console.log("Building the storefront. This takes some seconds.");
  const { status } = spawnSync("npm", ["run", "--silent", "build", "--", "--logLevel", "warn"], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync("build", { recursive: true });
  writeFileSync(STAMP, fingerprint);
}
