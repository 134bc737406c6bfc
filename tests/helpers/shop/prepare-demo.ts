import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { TestProject } from "vitest/node";

import { fingerprint } from "../../../scripts/fingerprint.ts";
import { startShop } from "./shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with the demo brands, which startShop copies; only for projects that start shops. */
    demoData?: string;
  }
}

const CACHE = fileURLToPath(new URL("../../../.cache/demo", import.meta.url));
/** The files that decide what the seed writes. */
const SOURCES = ["api/**/*", "config/**/*", "tenants/**/*", "server.ts", "package-lock.json"];

/** One for all projects. */
let prepared: Promise<string> | undefined;

/**
 * Builds the storefront and seeds the demo brands before the tests of a project run, unless an earlier run did: a copy
 * of the seeded brands saves each shop 4 s of CPU time.
 */
export default async function prepare(project: TestProject) {
  project.provide("demoData", await (prepared ??= build().then(seed)));
}

async function build() {
  const { status } = spawnSync(process.execPath, ["scripts/build-if-stale.ts"], { stdio: "inherit" });
  if (status !== 0) throw new Error("The build failed.");
}

/** Dates in the seed are relative to today, so each day has a seed of its own. */
async function seed() {
  const name = `${new Date().toISOString().slice(0, 10)}-${fingerprint(SOURCES).slice(0, 16)}`;
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  for (const former of readdirSync(CACHE)) rmSync(join(CACHE, former), { recursive: true });
  const unfinished = mkdtempSync(join(CACHE, "unfinished-"));
  await using shop = await startShop({ isFirstStart: true });
  if ((await shop.stop()) !== 0) throw new Error(`The shop did not stop:\n${shop.log.slice(-4000)}`);
  cpSync(shop.dataDir, unfinished, { recursive: true });
  renameSync(unfinished, folder);
  return folder;
}
