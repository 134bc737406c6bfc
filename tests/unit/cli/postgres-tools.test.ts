import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { afterEach, beforeEach, expect, test } from "vitest";

import { runTool } from "../../../cli/database/postgres-tools.ts";

let bin: string;
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), "tools-"));
  const tool = join(bin, "pg_dump");
  writeFileSync(tool, '#!/bin/sh\necho "$* [$PGPASSWORD]"\n');
  chmodSync(tool, 0o755);
});
afterEach(() => rmSync(bin, { recursive: true, force: true }));

test.each([
  ["postgres://shop:p%40ss@db.example/shop", "postgres://shop@db.example/shop"],
  [
    "postgres://shop@db.example/shop?password=p%40ss&sslmode=require",
    "postgres://shop@db.example/shop?sslmode=require",
  ],
  [
    "postgres://shop@db.example/shop?options=-c%20a%3Db&password=p%40ss",
    "postgres://shop@db.example/shop?options=-c%20a%3Db",
  ],
  ["postgres://shop:other@db.example/shop?password=p%40ss", "postgres://shop@db.example/shop"],
])("keeps the password of %s out of the arguments, which everybody on the machine can read", async (url, bare) => {
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  const shown = await text(runTool("pg_dump", ["--quiet"], { env, url, whenMissing: () => "" }));
  expect(shown).toBe(`--quiet --dbname=${bare} [p@ss]\n`);
});
