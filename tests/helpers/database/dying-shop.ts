import { expect, vi } from "vitest";

import type { TenantDatabase } from "../../../api/db/database.ts";
import { runJobs } from "../../../api/jobs/run-jobs.ts";
import type { Shop } from "../../../api/shop/shop.ts";

/** A shop in which `act` comes before each transaction after so many. */
export function interrupt(shop: Shop, transactions: number, act: () => Promise<void> | never): Shop {
  let left = transactions;
  const transaction: TenantDatabase["transaction"] = async (fn) => {
    if (left-- <= 0) await act();
    return shop.db.transaction(fn);
  };
  return { ...shop, db: { ...shop.db, transaction } };
}

/**
 * Runs the jobs of a process that is killed before a transaction after so many. The clock of their turn stands, which would end sooner
 * on a busy machine.
 */
export async function runUntilKilled(shop: Shop, transactions: number) {
  const stopped = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const kill = () => {
    throw new Error("killed");
  };
  try {
    await expect(runJobs(interrupt(shop, transactions, kill))).rejects.toThrow("killed");
  } finally {
    stopped.mockRestore();
  }
}
