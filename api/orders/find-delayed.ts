import { isOnItsWay } from "../domain/orders.ts";
import type { Order } from "../repositories/orders/orders.ts";
import { listDelayedOrders } from "../repositories/suppliers/supply-orders.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * The ids of those orders that wait for a supplier that cannot deliver now. It needs at most one query of the database, and only
 * if an order waits.
 */
export async function findDelayed({ db, suppliers }: Shop, orders: Order[]): Promise<Set<string>> {
  const ids = suppliers.size === 0 ? [] : orders.filter(isOnItsWay).map(({ id }) => id);
  return ids.length === 0 ? new Set() : listDelayedOrders(db.read, ids);
}
