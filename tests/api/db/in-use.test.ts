import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { closeFolder } from "../../../api/db/sqlite/in-use.ts";
import { createSqliteDatabases } from "../../../api/db/sqlite/sqlite.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "awning-in-use-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("keeps a restore out while a program serves brands, also those that are closed, and a program while a restore runs", async () => {
  const [first, second] = [createSqliteDatabases(folder), createSqliteDatabases(folder)];
  await first.hold();
  await second.hold();
  expect(() => closeFolder(folder)).toThrow("is in use: stop the shop first");
  await first.close();
  expect(() => closeFolder(folder)).toThrow("is in use: stop the shop first");
  await second.close();
  const open = closeFolder(folder);
  const third = createSqliteDatabases(folder);
  await expect(third.hold()).rejects.toThrow("a restore is under way");
  open();
  await third.hold();
  await third.close();
});
