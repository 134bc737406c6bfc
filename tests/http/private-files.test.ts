import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { startShop } from "../helpers/shop/shop.ts";
import { signUp } from "../helpers/shop/shopper.ts";

test("only the shop's own user can read its data folder", async () => {
  const mask = process.umask(0o022); // as most machines have it; the programs inherit it
  await using shop = await startShop({ isFirstStart: true }).finally(() => process.umask(mask));
  expect(shop.log.match(/demo data created/g)).toHaveLength(3);
  await signUp(shop, "aurora"); // which sends a mail
  const names = readdirSync(shop.dataDir, { recursive: true, encoding: "utf8" });
  for (const name of ["aurora.db", "aurora.db-wal", "aurora.db-shm", "data-key.demo-secret", "outbox/aurora"]) {
    expect(names).toContain(name);
  }
  expect(names.some((name) => name.endsWith(".eml"))).toBe(true);
  for (const name of [".", ...names]) {
    const mode = statSync(join(shop.dataDir, name), { throwIfNoEntry: false })?.mode ?? 0; // a .tmp may be gone
    expect([name, mode & 0o077]).toEqual([name, 0]);
  }
});
