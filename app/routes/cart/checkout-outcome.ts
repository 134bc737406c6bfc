/**
 * The cart page's Proceed form: the coins that the shopper wants to use (see ALL_COINS), a description of the shown cart, and a new order
 * number. `isEdited`: the same press has changed the cart. `name`: the typed name of the buyer.
 */
export type CheckoutForm = { wanted: number; shown: string; orderNumber: unknown; isEdited?: boolean; name?: string };

/**
 * `alert` stands beside the button, `detail` beneath it. `changed`: the cart differs from the one shown. `unconfirmed`: the
 * shopper must confirm the device first.
 */
export type CheckoutOutcome =
  { outcome: "placed"; orderId: string; isFree: boolean } | { outcome: "unconfirmed" } | Refused;

/** `nameProblem`: why the typed name was not accepted. */
type Refused = { outcome: "refused" | "changed"; alert: string; detail: string | null; nameProblem?: string };

export const refuse = (alert: string, detail: string | null = null): Refused => ({
  outcome: "refused",
  alert,
  detail,
});
