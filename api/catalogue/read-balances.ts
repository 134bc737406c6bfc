import { within } from "../concurrency/within.ts";
import type { Writer } from "../db/database.ts";
import { listSupplierStates, takeDueSupplier, updateSupplierState } from "../repositories/suppliers/supplier-states.ts";
import type { Shop } from "../shop/shop.ts";

/** The least time between two readings of a balance. */
const BALANCE_PERIOD_MS = 10 * 60_000;
const READ_MS = 25_000;
const PAISE = 100;
/** A balance from an order's answer counts for this time. */
const TOLD_MS = 60 * 60_000;

/**
 * Reads the prepaid balance of each supplier that is due. Below the brand's limit, the supplier's products are sold out, and a
 * line is logged. @returns true when more may be due
 */
export async function readBalances(shop: Shop, signal?: AbortSignal): Promise<boolean> {
  const { db, clock } = shop;
  for (let read = 0; read <= shop.suppliers.size && !signal?.aborted; read++) {
    // The lease is the period itself: after a crash the next reading waits for its turn.
    const due = await db.transaction((tx) => takeDueSupplier(tx, clock.now(), BALANCE_PERIOD_MS));
    if (due === undefined) return false;
    await readBalance(shop, due.name);
  }
  return true;
}

/** Reads one supplier's balance now. @returns the balance in paise, null if the supplier sends none, or the reason of a failure */
export async function readBalance(shop: Shop, name: string): Promise<{ balance: number | null } | { problem: string }> {
  const { db, log } = shop;
  const supplier = shop.suppliers.get(name);
  if (supplier === undefined) return { problem: `tenant.json names no supplier ${name}` };
  const read = await within(READ_MS, `supplier ${name}`, supplier.readFloat()).then(
    (balance) => ({ balance }),
    (error: Error) => ({ problem: error.message }),
  );
  if ("problem" in read) {
    log.warn({ supplier: name, problem: read.problem }, "supplier's balance cannot be read");
    await db.transaction((tx) => updateSupplierState(tx, name, { problem: read.problem }));
    return read;
  }
  const isChanged = await db.transaction((tx) => keepBalance(tx, shop, name, read.balance));
  if (isChanged) await db.announceCatalogue();
  return read;
}

/**
 * Stores a supplier's balance (paise), and marks it as low if it is below the brand's limit. A low balance also raises an alarm
 * in the log. A supplier that sends its balance with orders only (null) is tried again some time after an order found it low.
 * @returns true if its products are offered or sold out from now on
 */
export async function keepBalance(tx: Writer, { tenant, clock, log }: Shop, name: string, balance: number | null) {
  const now = clock.now();
  const before = (await listSupplierStates(tx)).find((state) => state.name === name);
  const wasLow = before?.is_low === 1;
  if (balance === null) {
    const isTold = before?.balance != null && before.checked_at !== null && now - before.checked_at < TOLD_MS;
    await updateSupplierState(tx, name, isTold ? { problem: null } : { is_low: 0, problem: null });
    return wasLow && !isTold;
  }
  const mark = tenant.suppliers[name]!.lowFloatRupees * PAISE;
  const isLow = balance < mark;
  await updateSupplierState(tx, name, { balance, is_low: isLow ? 1 : 0, checked_at: now, problem: null });
  if (isLow) log.error({ supplier: name, balance, mark }, "supplier's balance is low: its products are sold out");
  return isLow !== wasLow;
}
