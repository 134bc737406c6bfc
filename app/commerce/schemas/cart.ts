import { z } from "zod";

import { UpdatedSchema } from "./acknowledgements.ts";
import { gift, toGift } from "./gifts.ts";
import { listAnswer, MAX_ITEMS, readItems } from "./lists.ts";
import { cardsLeft, id, maybeId, maybeText, money, optionalText, price, quantity, Rupees } from "./values.ts";
import { described, listing, mayOmit, named, sentAs } from "./wire.ts";

/** Absent, or the amount of one card; anything else refuses the line. */
const maybePrice = sentAs(price.nullish(), Rupees.nullable());
const firstMin = z
  .tuple([z.object({ min: price })], z.unknown())
  .transform(([{ min }]) => min)
  .nullish()
  .catch(null);

/** Names of an amount that the contract does not have. Beside one of them, the first denomination may be another amount. */
const OTHER_PRICES = ["denomination", "selected_denomination", "unit_price", "amount"];

/** The names that hosts give to the amounts of a line. A list price may be higher. */
const AMOUNT_NAME = /(price|amount|value|denomination|total|pay|payable)$/i;
const OWN_AMOUNTS = ["price", "selectedDenomination", "to_pay"];

/** True if another field of the line has a larger amount than the line would be sold for. */
const namesMore = (line: Record<string, unknown>, toPay: number) =>
  Object.entries(line).some(
    ([name, sent]) =>
      AMOUNT_NAME.test(name) && !OWN_AMOUNTS.includes(name) && (money.nullish().safeParse(sent).data ?? 0) > toPay,
  );

const cartItem = z
  .looseObject({
    id,
    product: z.object({
      ...{ id: maybeId, name: optionalText, image_url: maybeText, expiry_date: maybeText },
      denominations: mayOmit(listing(firstMin, z.object({ min: price }))),
    }),
    quantity,
    price: described(maybePrice, "The amount of one card; without it, the min of the first of product.denominations."),
    selectedDenomination: described(mayOmit(maybePrice), "Another name of price."),
    to_pay: described(
      sentAs(money.nullish(), Rupees.nullable()),
      "The amount times the quantity. The storefront refuses a cart that contradicts itself.",
    ),
    gift: gift.transform(toGift).nullish().catch(null),
    stock_left: described(mayOmit(cardsLeft), "How many cards of this line are left, if fewer than its quantity."),
  })
  .transform((wire, context) => {
    const denomination = wire.selectedDenomination ?? wire.price ?? wire.product.denominations ?? 0;
    const toPay = denomination * wire.quantity;
    const isGuess = wire.selectedDenomination == null && wire.price == null;
    if (isGuess && OTHER_PRICES.some((name) => wire[name] != null)) {
      context.addIssue({ code: "custom", message: "names its amount in another field" });
      return z.NEVER;
    }
    const isOneAmount = (wire.price ?? denomination) === denomination && (wire.to_pay ?? toPay) === toPay;
    if (toPay === 0 || !isOneAmount || !Number.isSafeInteger(toPay) || namesMore(wire, toPay)) {
      context.addIssue({ code: "custom", message: "does not show one amount" });
      return z.NEVER;
    }
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
      toPay,
      gift: wire.gift ?? null,
      stockLeft: wire.stock_left,
    };
  });

/** Without the gift, the card would go to the buyer. */
function hasUnreadableGift(line: unknown): boolean {
  const sent = (line as { gift?: unknown } | null)?.gift;
  return typeof sent === "object" && sent !== null && !gift.safeParse(sent).success;
}

const NOT_WHOLE = "is not the whole cart";

/**
 * GET /cart/: refuses a list that is incomplete, too long, or has an unreadable line. Its total, which the order sends,
 * would be too low.
 */
export const CartSchema = listing(
  listAnswer
    .refine(({ values, hasMore }) => !hasMore && values.length <= MAX_ITEMS, { error: NOT_WHOLE })
    .transform(({ values, count }, context) => {
      const items = readItems(values, cartItem, context);
      if (items.length < values.length || values.some(hasUnreadableGift))
        context.addIssue({ code: "custom", message: "has a line that cannot be read" });
      // A count of cards refuses the cart, too: it could count the lines of several pages.
      if (count !== null && count > items.length) context.addIssue({ code: "custom", message: NOT_WHOLE });
      return items;
    }),
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
