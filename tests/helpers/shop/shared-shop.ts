import { beforeAll } from "vitest";

import { type Shop, startShop } from "./shop.ts";

/** Both programs read the pipe that ends with the worker: Vitest kills a worker, which then ends nothing itself. */
const ENDS_WITH_WORKER = `import { rmSync } from "node:fs";
import { dirname } from "node:path";
process.stdin.on("close", () => {
  rmSync(dirname(process.env.DATA_DIR), { recursive: true, force: true, maxRetries: 5 });
  process.exit();
}).resume().unref();`;

let started: Promise<Shop> | undefined;

/**
 * One demo shop for all files of a worker. For tests that read, or that act only for shoppers whom they sign up: others need
 * the demo's shopper, stock, limits and brands as they are. What reads the log or the books needs `useShop`.
 */
export function useSharedShop(): () => Shop {
  let shop: Shop;
  beforeAll(async () => {
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(ENDS_WITH_WORKER)}`;
    shop = await (started ??= startShop({ env: { NODE_OPTIONS } }));
  });
  return () => shop;
}
