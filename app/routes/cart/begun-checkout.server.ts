import type { CartItem, User } from "#app/commerce/types.ts";
import { sessionContext } from "#app/request/context.ts";
import { accountKey } from "#app/session/account-key.ts";
import type { Checkout } from "#app/session/session.server.ts";

import { cartFingerprint, isOrderNumber } from "../../commerce/order-number.server.ts";
import { type Context, type KnownOrder, readKnownOrder } from "./known-order.server.ts";

/** A cart to order, and the checkout that earlier presses of Proceed have begun. */
export type BegunCheckout = {
  items: CartItem[];
  user: User;
  wanted: number;
  fingerprint: string;
  /** The order number of the form, if it is one. */
  sent: string | null;
  /** The last checkout of this browser, and its order. */
  last: Checkout | null;
  known: KnownOrder;
  /** The last checkout was of exactly this cart, and continues. */
  isSame: boolean;
};

export async function readCheckout(
  context: Context,
  { items, user, wanted, orderNumber }: Pick<BegunCheckout, "items" | "user" | "wanted"> & { orderNumber: unknown },
): Promise<BegunCheckout> {
  const { checkout: last } = context.get(sessionContext);
  const fingerprint = cartFingerprint(items, wanted, accountKey(user));
  return {
    items,
    user,
    wanted,
    fingerprint,
    last,
    sent: isOrderNumber(orderNumber) ? orderNumber : null,
    known: last ? await readKnownOrder(context, last) : { state: "unknown" },
    isSame: last?.fingerprint === fingerprint && !last.isLeft,
  };
}
