import type { Card } from "../domain/cards/card.ts";

/** An order of one or more cards of one kind. Money in paise. */
export type SupplyOrder = {
  /** Our id, at most 25 characters of [A-Za-z0-9_]; never used for another order. */
  ref: string;
  sku: string;
  faceValue: number;
  quantity: number;
  /** The time in which it may have been placed (ms), for suppliers that must search for it. */
  placedFrom: number;
  placedUntil: number;
};

/** A card from the supplier. `expiresAt` in ms; null if the supplier gives none. */
export type SuppliedCard = Card & { expiresAt: number | null };

/**
 * The outcome of a supply order. `working`: query again later. `complete` may hold fewer cards than ordered; the others never
 * come. `refused`: nothing was bought and nothing will be.
 */
export type SupplyView = {
  state: "working" | "complete" | "refused" | "unknown";
  supplierRef: string | null;
  cards: SuppliedCard[];
  /** The reason of missing cards, for the operator. */
  reason: "out_of_stock" | "not_sold" | "float_low" | "rejected" | null;
  /** The amount that the supplier charged (paise of INR); null if it does not name it. */
  cost: number | null;
  /** The prepaid balance (paise) after this order; absent if the answer does not contain it. */
  balance?: number;
};

/** A product that the supplier sells: values in paise, `values` or a range. */
export type SupplierProduct = {
  sku: string;
  name: string;
  values: number[] | { least: number; most: number };
  currency: string;
  isAvailable: boolean;
};

export type SupplierFinding = { level: "ok" | "warning" | "error"; text: string };

/** A supplier of vouchers under one tenant's contract. Calls reject with Unreachable; the caller tries again later. */
export type VoucherSupplier = {
  readonly kind: "woohoo" | "reloadly" | "http";
  /** The most cards in one order. */
  readonly mostCards: number;
  /** Buys cards. After a rejection the outcome is unknown: call `find`, never `place` with another ref. */
  place(order: SupplyOrder): Promise<SupplyView>;
  /** `unknown`: the supplier has never seen this ref, so it may be placed. */
  find(order: SupplyOrder, supplierRef: string | null): Promise<SupplyView>;
  /** One page of the catalogue; `next` is the cursor of the following one. */
  listProducts(cursor: string | null): Promise<{ products: SupplierProduct[]; next: string | null }>;
  /** The prepaid balance in paise; null if the supplier has none, or sends it with orders only. */
  readFloat(): Promise<number | null>;
  /** Tries the credentials with harmless calls, for `awning check`. */
  check(): Promise<SupplierFinding[]>;
};
