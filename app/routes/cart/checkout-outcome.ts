/**
 * The cart page's Proceed form: the coins that the shopper wants to use (see ALL_COINS), a description of the shown cart, and a new order number. `isEdited`: the same
 * press has changed the cart.
 */
export type CheckoutForm = { wanted: number; shown: string; orderNumber: unknown; isEdited?: boolean };

/**
 * `alert` stands beside the button, `detail` beneath it. `changed`: the cart differs from the one shown. `unconfirmed`: the
 * shopper must confirm the device first.
 */
export type CheckoutOutcome =
  | { outcome: "placed"; orderId: string; isFree: boolean }
  | { outcome: "unconfirmed" }
  | { outcome: "refused" | "changed"; alert: string; detail: string | null };

export const refuse = (alert: string, detail: string | null = null): CheckoutOutcome => ({
  outcome: "refused",
  alert,
  detail,
});
