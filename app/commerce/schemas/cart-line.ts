import { z } from "zod";

import { gift, toGift } from "./gifts.ts";
import { snakeCase } from "./lists.ts";
import { cardsLeft, id, maybeId, maybeText, money, optionalText, price, quantity, Rupees } from "./values.ts";
import { described, listing, mayOmit, sentAs } from "./wire.ts";

/** Absent, or the amount of one card; anything else refuses the line. */
const maybePrice = sentAs(price.nullish(), Rupees.nullable());
const firstMin = z
  .tuple([z.object({ min: price })], z.unknown())
  .transform(([{ min }]) => min)
  .nullish()
  .catch(null);

type Fields = Record<string, unknown>;

/** The names that hosts give to the amounts of a line. A list price may be higher. */
const AMOUNT_NAME = /(price|amount|value|denomination|total|pay|payable)$/i;
const OWN_AMOUNTS = ["price", "selectedDenomination", "to_pay"];

/** The names of an amount or of a choice, in snake case. In a line without a price, the first denomination may be another one. */
const CHOICE_NAME = /(^|_)(price|amount|value|denomination|rate|cost|mrp|variant)(_|$)/;

/** Other names of the quantity. */
const QUANTITIES = ["qty", "units", "count"];
const RUPEES = /^(inr|rs\.?|₹)$/i;

/** True if a field has a larger amount than `most` (paise), except fields that the contract has. */
const namesMore = (fields: Fields, most: number, own: string[] = []) =>
  Object.entries(fields).some(
    ([name, sent]) =>
      AMOUNT_NAME.test(name) && !own.includes(name) && (money.nullish().safeParse(sent).data ?? 0) > most,
  );

/**
 * True if a line without a price names its amount in a field that the contract does not have, or its product costs more than
 * `denomination` (paise). A product's own price is that of its first denomination.
 */
const namesChoice = (line: Fields, product: Fields, denomination: number) =>
  Object.entries(line).some(([name, sent]) => sent != null && CHOICE_NAME.test(snakeCase(name))) ||
  namesMore(product, denomination);

/** The reason why the line's amount is in doubt, or undefined. Amounts in paise. */
function findDoubt(wire: Fields & { price?: unknown; quantity: number }, denomination: number, toPay: number) {
  if (toPay === 0 || !Number.isSafeInteger(toPay) || namesMore(wire, toPay, OWN_AMOUNTS))
    return "does not show one amount";
  if (QUANTITIES.some((name) => wire[name] != null && Number(wire[name]) !== wire.quantity))
    return "names another quantity";
  if (typeof wire.currency === "string" && !RUPEES.test(wire.currency)) return "is not in rupees";
  const isOneAmount = (wire.price ?? denomination) === denomination && (wire.to_pay ?? toPay) === toPay;
  return isOneAmount ? undefined : "does not show one amount";
}

/** A line of GET /cart/. The shopper pays the total of the lines, so a line in doubt is refused. Amounts in paise. */
export const cartItem = z
  .looseObject({
    id,
    product: z.looseObject({
      id: maybeId,
      name: optionalText,
      image_url: maybeText,
      expiry_date: maybeText,
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
    const { id: productId, name, image_url, expiry_date, denominations, ...others } = wire.product;
    const amount = wire.selectedDenomination ?? wire.price;
    const denomination = amount ?? denominations ?? 0;
    const toPay = denomination * wire.quantity;
    const doubt =
      amount == null && namesChoice(wire, others, denomination)
        ? "names its amount in another field"
        : findDoubt(wire, denomination, toPay);
    if (doubt !== undefined) {
      context.addIssue({ code: "custom", message: doubt });
      return z.NEVER;
    }
    return {
      id: wire.id,
      product: { id: productId, name, imageUrl: image_url, expiryDate: expiry_date },
      quantity: wire.quantity,
      denomination,
      toPay,
      gift: wire.gift ?? null,
      stockLeft: wire.stock_left,
    };
  });
