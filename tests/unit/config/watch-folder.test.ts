import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { watchFolder } from "../../../config/brand/watch-folder.ts";

let dir: string;
let calls: number;
let stop: () => void;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "awning-watch-"));
  mkdirSync(join(dir, "acme"));
  writeFileSync(join(dir, "acme", "tenant.json"), "0");
  calls = 0;
  stop = watchFolder(dir, () => void calls++);
});
afterEach(() => {
  stop();
  rmSync(dir, { recursive: true, force: true });
});

/** As publishing and `awning payments set` write a file. */
function replace(brand: string, content: string) {
  const draft = join(dir, brand, ".1.tmp");
  writeFileSync(draft, content);
  renameSync(draft, join(dir, brand, "tenant.json"));
}

test("a file that is replaced again and again is noticed each time", async () => {
  for (const content of ["first", "second", "third"]) {
    const before = calls;
    replace("acme", content);
    await expect.poll(() => calls).toBeGreaterThan(before);
  }
});

test("a brand that is added is noticed, and so are replaced files in it", async () => {
  mkdirSync(join(dir, "globex"));
  writeFileSync(join(dir, "globex", "tenant.json"), "0");
  await expect.poll(() => calls).toBeGreaterThan(0);
  for (const content of ["first", "second"]) {
    const before = calls;
    replace("globex", content);
    await expect.poll(() => calls).toBeGreaterThan(before);
  }
});
