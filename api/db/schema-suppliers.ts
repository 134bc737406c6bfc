import type { Generated } from "kysely";

/** The tables of voucher suppliers. */
export type SupplierTables = {
  supplier_states: SupplierStates;
  product_sources: ProductSources;
  source_amounts: SourceAmounts;
  supply_orders: SupplyOrders;
};

/** The state of a supplier; one row for each supplier that was ever in tenant.json. */
type SupplierStates = {
  name: string;
  /** 1 while tenant.json names it. */
  is_configured: number;
  /** The prepaid balance at the last reading; null if the supplier has none, or before the first reading. */
  balance: number | null;
  /** 1 while the balance is below the brand's limit: its products are not offered. */
  is_low: number;
  checked_at: number | null;
  /** The time of the next reading of the balance; null for never. */
  next_check_at: number | null;
  /** The reason of the last reading's failure; null after a good one. */
  problem: string | null;
};

/** A supplier that sells a product; the brand's own stock comes before all of them. */
type ProductSources = {
  product_id: number;
  supplier: string;
  /** The supplier's SKU of the product. */
  sku: string;
  /** The place in the order in which the product's suppliers are used. */
  position: number;
  /** 0 once the supplier no longer sells the SKU. */
  is_sold: Generated<number>;
  /** The supplier was out of stock: not offered until then (ms). */
  closed_until: Generated<number | null>;
};

/** The amounts that a source sells; a source without any has not been compared, and sells all amounts of its product. */
type SourceAmounts = { product_id: number; supplier: string; min: number; max: number };

/**
 * ready: stored and never sent. asked: sent, and the line waits for it. late: the line has been refunded, and cards that still
 * come go to stock. complete, refused: ended. lost: the supplier never reported its outcome.
 */
export type SupplyState = "ready" | "asked" | "late" | "complete" | "refused" | "lost";

/** An order of cards for one order line with one supplier. */
type SupplyOrders = {
  /** Our id of the order, which the supplier gets. The order never gets another one. */
  ref: string;
  order_item_id: string;
  supplier: string;
  sku: string;
  face_value: number;
  quantity: number;
  /** Cards that were stored, for the line or in stock. */
  issued: Generated<number>;
  state: SupplyState;
  supplier_ref: string | null;
  /** The reason of missing cards, or `unreachable`: the last query to the supplier failed. */
  reason: string | null;
  cost: number | null;
  tries: Generated<number>;
  /**
   * The time of the next query to the supplier; null once the order has ended, and for a `ready` one while the shopper's order is
   * held.
   */
  next_try_at: number | null;
  /** The time at which the line stops waiting. */
  give_up_at: number;
  /** The start of the time limit: its first supply order, or the end of its order's last review. Null: from `created_at`. */
  waits_from: number | null;
  created_at: number;
};
