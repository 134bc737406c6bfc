import type { Generated } from "kysely";

/** The tables of voucher suppliers. */
export type SupplierTables = {
  supplier_states: SupplierStates;
  product_sources: ProductSources;
  source_amounts: SourceAmounts;
  supply_orders: SupplyOrders;
};

/** What is known of a supplier; one row for each that tenant.json has ever named. */
type SupplierStates = {
  name: string;
  /** 1 while tenant.json names it. */
  is_configured: number;
  /** The prepaid balance when it was last read; null if the supplier has none, or before the first reading. */
  balance: number | null;
  /** 1 while the balance is below the brand's mark: its products are not offered. */
  is_low: number;
  checked_at: number | null;
  /** When the balance is read next; null for never. */
  next_check_at: number | null;
  /** Why the last reading failed; null after a good one. */
  problem: string | null;
};

/** A supplier that sells a product; the own stock comes before all of them. */
type ProductSources = {
  product_id: number;
  supplier: string;
  /** The supplier's own name for the product. */
  sku: string;
  /** The order in which the product's suppliers are asked. */
  position: number;
  /** 0 once the supplier no longer sells the SKU. */
  is_sold: Generated<number>;
  /** The supplier was out of stock: not offered until then (ms). */
  closed_until: Generated<number | null>;
};

/** The amounts that a source sells; a source without any has not been looked up and sells all of its product's. */
type SourceAmounts = { product_id: number; supplier: string; min: number; max: number };

/**
 * ready: stored and never sent. asked: sent, and the line waits for it. late: the line has been refunded, and what still
 * comes goes to stock. complete, refused: ended. lost: the supplier has never told what became of it.
 */
export type SupplyState = "ready" | "asked" | "late" | "complete" | "refused" | "lost";

/** An order of cards for one order line with one supplier. */
type SupplyOrders = {
  /** Ours; the supplier gets it, and never another one for this order. */
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
  /** Why cards are missing, or `unreachable`: the supplier could not be asked the last time. */
  reason: string | null;
  cost: number | null;
  tries: Generated<number>;
  /** When the supplier is asked next; null once the order has ended, and for a `ready` one while the shopper's order is held. */
  next_try_at: number | null;
  /** When the line stops waiting. */
  give_up_at: number;
  /** From when the line's limit counts: its first supply order, or the end of its order's last review. Null: from `created_at`. */
  waits_from: number | null;
  created_at: number;
};
