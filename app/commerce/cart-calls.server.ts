import type { z } from "zod";

import { toRupees } from "#app/base/money.ts";

import type { Tenant } from "../../config/brand/schema.ts";
import { toWireGift } from "./gift-calls.server.ts";
import type { Result } from "./result.ts";
import { UpdatedSchema } from "./schemas/acknowledgements.ts";
import { AddedSchema, CartSchema, RemovedSchema } from "./schemas/cart.ts";
import { toWireId } from "./schemas/wire-id.ts";
import type { Senders } from "./senders.server.ts";
import type { Gift } from "./types.ts";

/** Amounts in paise. */
export function createCartCalls({ ask }: Pick<Senders, "ask">, { features }: Tenant) {
  let hasChanged = false;
  const change: typeof ask = (call, schema) => {
    hasChanged = true;
    return ask(call, schema);
  };
  let cart: Promise<Result<z.output<typeof CartSchema>>> | null = null;
  return {
    /** Loaders of one page request it at the same time and share the call. */
    getCart() {
      cart ??= ask({ method: "GET", path: "/cart/" }, CartSchema).finally(() => {
        cart = null;
      });
      return cart;
    },

    /** True if this request has tried to change the cart. */
    hasChangedCart: () => hasChanged,

    /** Sends the gift only to a backend with `features.gift`. */
    addToCart(item: { productId: string; quantity: number; denomination: number; gift?: Gift | null }) {
      const gift = features.gift && item.gift ? { gift: toWireGift(item.gift) } : {};
      const body = { cart_items: [{ product_id: toWireId(item.productId), ...toWireLine(item), ...gift }] };
      return change({ method: "POST", path: "/cart/", body }, AddedSchema);
    },

    updateCartItem(item: { id: string; quantity: number; denomination: number }) {
      const body = { id: toWireId(item.id), ...toWireLine(item) };
      return change({ method: "PATCH", path: "/cart/", body }, UpdatedSchema);
    },

    removeCartItem: (id: string) =>
      change({ method: "DELETE", path: "/cart/", body: { id: toWireId(id) } }, RemovedSchema),
  };
}

const toWireLine = ({ quantity, denomination }: { quantity: number; denomination: number }) => ({
  quantity,
  to_pay: toRupees(denomination * quantity),
  selectedDenomination: toRupees(denomination),
});
