import type { TenantDatabase } from "../../../api/db/database.ts";
import type { Shop } from "../../../api/shop.ts";

/** A shop in which `act` comes before each transaction after so many. */
export function interrupt(shop: Shop, transactions: number, act: () => Promise<void> | never): Shop {
  let left = transactions;
  const transaction: TenantDatabase["transaction"] = async (fn) => {
    if (left-- <= 0) await act();
    return shop.db.transaction(fn);
  };
  return { ...shop, db: { ...shop.db, transaction } };
}

/** A shop whose database goes away for good after so many transactions, as for a process that is killed. */
export const dieAfter = (shop: Shop, transactions: number) =>
  interrupt(shop, transactions, () => {
    throw new Error("killed");
  });
