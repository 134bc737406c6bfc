import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { afterAll, beforeAll } from "vitest";

import { preload } from "../processes/preload.ts";
import { type Shop, startShop } from "./shop.ts";

/** Both programs read the pipe that ends with the worker: Vitest kills its workers, so a worker cannot end its shop. */
const ENDS_WITH_WORKER = `import { rmSync } from "node:fs";
import { dirname } from "node:path";
process.stdin.on("close", () => {
  rmSync(dirname(process.env.DATA_DIR), { recursive: true, force: true, maxRetries: 5 });
  process.exit();
}).resume().unref();`;

let started: Promise<Shop> | undefined;
let renewals = 0;

/**
 * One demo shop for all files of a worker. Each file finds the demo's data as they are in a new shop, and its books are
 * audited at the end. A file that stops the programs, edits a brand or exhausts a limit (they are counted in memory) needs
 * `useShop`.
 */
export function useSharedShop(): () => Shop {
  let shop: Shop;
  beforeAll(async () => {
    if (started) await renewData(await started);
    started ??= startShop({ env: { NODE_OPTIONS: preload(ENDS_WITH_WORKER) } }).catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    shop = await started;
  });
  afterAll(() => shop.auditBooks());
  return () => shop;
}

/** Writes the demo's data into the databases while the programs have them open, and removes the mails. */
async function renewData({ dataDir }: Shop) {
  // SQLite keeps files beside an open database, which must not come and go while other workers copy the folder.
  const demoData = `${dataDir}-new`;
  cpSync(process.env.TEST_DEMO_DATA!, demoData, { recursive: true });
  for (const name of readdirSync(demoData).filter((file) => file.endsWith(".db"))) {
    const demo = new Database(join(demoData, name));
    // A new version of the catalogue, so that the storefront discards its cached pages.
    demo.pragma(`user_version = ${++renewals * 1_000_000}`);
    await demo.backup(join(dataDir, name));
    demo.close();
  }
  for (const folder of [demoData, join(dataDir, "outbox")]) rmSync(folder, { recursive: true, force: true });
}
