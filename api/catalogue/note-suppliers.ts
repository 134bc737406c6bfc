import { configureSuppliers, listSupplierStates } from "../repositories/suppliers/supplier-states.ts";
import type { Shop } from "../shop/shop.ts";

/** Stores the names of the suppliers in tenant.json, so that only their products are offered. */
export async function noteSuppliers({ db, clock, suppliers }: Shop) {
  const names = [...suppliers.keys()].toSorted();
  const known = (await listSupplierStates(db.read)).filter(({ is_configured }) => is_configured === 1);
  if (JSON.stringify(known.map(({ name }) => name).toSorted()) === JSON.stringify(names)) return;
  await db.transaction((tx) => configureSuppliers(tx, names, clock.now()));
  await db.announceCatalogue();
}
