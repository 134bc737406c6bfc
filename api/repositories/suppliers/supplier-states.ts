import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate, forUpdateSkipLocked } from "../../db/locks.ts";
import type { SupplierTables } from "../../db/schema-suppliers.ts";
import { checkSupplied } from "../catalogue/stock-checks.ts";

export type SupplierState = Selectable<SupplierTables["supplier_states"]>;

export const listSupplierStates = (db: Reader): Promise<SupplierState[]> =>
  db.selectFrom("supplier_states").selectAll().orderBy("name").execute();

/** Stores the suppliers in tenant.json; the balance of a new one is read at once. */
export async function configureSuppliers(tx: Writer, names: string[], now: number) {
  const known = new Map((await listSupplierStates(tx)).map((state) => [state.name, state]));
  const added = names.filter((name) => known.get(name)?.is_configured !== 1);
  const left = [...known.values()].filter(({ name, is_configured }) => is_configured === 1 && !names.includes(name));
  for (const name of added)
    await tx
      .insertInto("supplier_states")
      .values({ name, is_configured: 1, balance: null, is_low: 0, checked_at: null, next_check_at: now, problem: null })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ is_configured: 1, next_check_at: now }))
      .execute();
  for (const { name } of left)
    await tx
      .updateTable("supplier_states")
      .set({ is_configured: 0, next_check_at: null })
      .where("name", "=", name)
      .execute();
  for (const name of [...added, ...left.map((state) => state.name)]) await checkSupplied(tx, name);
}

/** Leases the next supplier whose balance is due, for `leaseMs`. After the lease, another worker may take it. */
export async function takeDueSupplier(tx: Writer, now: number, leaseMs: number): Promise<SupplierState | undefined> {
  const state = await tx
    .selectFrom("supplier_states")
    .selectAll()
    .where("next_check_at", "<=", now)
    .orderBy("next_check_at")
    .limit(1)
    .$call(forUpdateSkipLocked(tx))
    .executeTakeFirst();
  if (state !== undefined) await updateSupplierState(tx, state.name, { next_check_at: now + leaseMs });
  return state;
}

export async function updateSupplierState(tx: Writer, name: string, change: Partial<Omit<SupplierState, "name">>) {
  const before = await tx
    .selectFrom("supplier_states")
    .select("is_low")
    .where("name", "=", name)
    .$call(forUpdate(tx))
    .executeTakeFirst();
  await tx.updateTable("supplier_states").set(change).where("name", "=", name).execute();
  if (change.is_low !== undefined && change.is_low !== before?.is_low) await checkSupplied(tx, name);
}
