import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { fingerprint } from "../../../scripts/fingerprint.ts";
import { startShop } from "./shop.ts";

const CACHE = fileURLToPath(new URL("../../../.cache/demo", import.meta.url));
/** The files that determine the seed's data. */
const SOURCES = ["api/**/*", "config/**/*", "tenants/**/*", "server.ts", "package-lock.json"];

/** Another run may still copy from it, at most for a day. */
const UNUSED_MS = 86_400_000;

/**
 * Builds the storefront and seeds the demo brands before the tests of the first project run, unless an earlier run did: a
 * copy of the seeded brands saves each shop 4 s of CPU time. startShop copies the folder that TEST_DEMO_DATA names.
 */
export default async function prepare() {
  process.env.TEST_DEMO_DATA ??= await build().then(seed);
}

async function build() {
  const { status } = spawnSync(process.execPath, ["scripts/build.ts", "--if-stale"], { stdio: "inherit" });
  if (status !== 0) throw new Error("The build failed.");
}

/** Dates in the seed are relative to today, so each day has a separate seed. */
async function seed() {
  const name = `${new Date().toISOString().slice(0, 10)}-${fingerprint(SOURCES).slice(0, 16)}`;
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  for (const former of readdirSync(CACHE).map((found) => join(CACHE, found)))
    if (Date.now() - statSync(former).mtimeMs > UNUSED_MS) rmSync(former, { recursive: true });
  const unfinished = mkdtempSync(join(CACHE, "unfinished-"));
  await using shop = await startShop({ isFirstStart: true });
  if ((await shop.stop()) !== 0) throw new Error(`The shop did not stop:\n${shop.log.slice(-4000)}`);
  cpSync(shop.dataDir, unfinished, { recursive: true });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error; // another run was faster
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}
