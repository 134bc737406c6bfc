import { tooBusy } from "../base/error.ts";
import type { TenantDatabase } from "../db/database.ts";

/**
 * Limits the transactions of one shopper that run or wait in this process. A shopper's transactions run one after the other, so
 * without a limit one flood would fill the memory.
 * @returns `db`, whose transactions with a shopper's id throw ApiError 429 beyond `most`, and `isShopperBusy`, which returns true
 * if that shopper's next one would
 */
export function boundChanges(database: TenantDatabase, most: number) {
  const underWay = new Map<string, number>();
  const isShopperBusy = (userId: string) => (underWay.get(userId) ?? 0) >= most;
  const db: TenantDatabase = {
    ...database,
    async transaction(fn, userId) {
      if (userId === undefined) return database.transaction(fn);
      if (isShopperBusy(userId)) throw tooBusy();
      underWay.set(userId, (underWay.get(userId) ?? 0) + 1);
      try {
        return await database.transaction(fn, userId);
      } finally {
        const left = underWay.get(userId)! - 1;
        if (left > 0) underWay.set(userId, left);
        else underWay.delete(userId);
      }
    },
  };
  return { db, isShopperBusy };
}
