import { z } from "zod";

import { UpdatedSchema } from "./acknowledgements.ts";
import { cartItem } from "./cart-line.ts";
import { gift } from "./gifts.ts";
import { listAnswer, MAX_ITEMS, readItems } from "./lists.ts";
import { money } from "./values.ts";
import { listing, named, sentAs } from "./wire.ts";

/** Without the gift, the card would go to the buyer. */
function hasUnreadableGift(line: unknown): boolean {
  const sent = (line as { gift?: unknown } | null)?.gift;
  return typeof sent === "object" && sent !== null && !gift.safeParse(sent).success;
}

/** Fields with the total of a cart. `total` alone may count its lines. */
const TOTAL_NAME = /^((cart|grand|order|sub)_?total|total_(amount|price|value|payable)|to_pay|(amount_)?payable)$/;

/** True if a level of the answer, in snake case, names a larger total than the lines have. */
const namesMore = (levels: Record<string, unknown>[], items: { toPay: number }[]) => {
  const sum = items.reduce((total, { toPay }) => total + toPay, 0);
  return levels.some((level) =>
    Object.entries(level).some(
      ([name, sent]) => TOTAL_NAME.test(name) && (money.nullish().safeParse(sent).data ?? 0) > sum,
    ),
  );
};

const NOT_WHOLE = "is not the whole cart";

/**
 * GET /cart/: refuses a list that is incomplete, too long, or has an unreadable line. Its total, which the order sends,
 * would be too low.
 */
export const CartSchema = listing(
  listAnswer
    .refine(({ values, hasMore }) => !hasMore && values.length <= MAX_ITEMS, { error: NOT_WHOLE })
    .transform(({ values, count, levels }, context) => {
      const items = readItems(values, cartItem, context);
      if (items.length < values.length || values.some(hasUnreadableGift))
        context.addIssue({ code: "custom", message: "has a line that cannot be read" });
      // A count of cards refuses the cart, too: it could count the lines of several pages.
      if (count !== null && count > items.length) context.addIssue({ code: "custom", message: NOT_WHOLE });
      if (namesMore(levels, items))
        context.addIssue({ code: "custom", message: "names a larger total than its lines have" });
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
