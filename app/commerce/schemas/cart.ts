import { z } from "zod";

import { UpdatedSchema } from "./answers.ts";
import { gift, toGift } from "./gifts.ts";
import { listAnswer, MAX_ITEMS, readItems } from "./lists.ts";
import { cardsLeft, id, maybeId, maybeMoney, maybeText, optionalText, quantity } from "./values.ts";
import { described, listing, mayOmit, named, sentAs } from "./wire.ts";

const cartItem = z
  .object({
    id,
    product: z.object({ id: maybeId, name: optionalText, image_url: maybeText, expiry_date: maybeText }),
    quantity,
    price: maybeMoney,
    selectedDenomination: described(mayOmit(maybeMoney), "The amount of one card; without it, price."),
    to_pay: described(maybeMoney, "Not read: the storefront multiplies amount and quantity."),
    gift: gift.transform(toGift).nullish().catch(null),
    stock_left: described(mayOmit(cardsLeft), "How many cards of this line are left, if fewer than its quantity."),
  })
  .transform((wire) => {
    const denomination = wire.selectedDenomination ?? wire.price ?? 0;
    return {
      id: wire.id,
      product: {
        id: wire.product.id,
        name: wire.product.name,
        imageUrl: wire.product.image_url,
        expiryDate: wire.product.expiry_date,
      },
      quantity: wire.quantity,
      denomination,
      toPay: denomination * wire.quantity,
      gift: wire.gift ?? null,
      stockLeft: wire.stock_left,
    };
  });

/** GET /cart/: an incomplete or too long list is refused, because its total would be wrong. */
export const CartSchema = listing(
  listAnswer
    .refine(({ values, hasMore }) => !hasMore && values.length <= MAX_ITEMS, { error: "is not the whole cart" })
    .transform(({ values }) => readItems(values, cartItem)),
  named(cartItem, "CartItem"),
);

/** POST /cart/: the added items, or a message. */
export const AddedSchema = z.union([
  z
    .array(z.looseObject({}))
    .min(1)
    .transform(() => null),
  UpdatedSchema,
]);

/** DELETE /cart/: no body, or a message. */
export const RemovedSchema = sentAs(z.union([z.undefined().transform(() => null), UpdatedSchema]), z.looseObject({}));
