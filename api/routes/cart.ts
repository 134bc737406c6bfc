import { Router } from "express";
import { z } from "zod";

import { sendsToPhones } from "../../config/brand/channels.ts";
import { t } from "../../config/language/t.ts";
import { pictureUrl } from "../card-art/picture-url.ts";
import { addToCart, changeCartLine, readCart, removeCartLine } from "../cart/edit-cart.ts";
import { GIFT_MESSAGE_CHARACTERS, GIFT_NAME_CHARACTERS, readGift } from "../domain/gifts/gift.ts";
import { hasLink } from "../domain/links.ts";
import { MAX_TOTAL_PAISE, toRupees } from "../domain/pricing.ts";
import { tellLine } from "../domain/stock/stock-left.ts";
import { translated } from "../domain/translations.ts";
import { Amount, AmountUpTo, Lines, parseBody, Text } from "../http/parse.ts";
import { MobilePhone, OptionalEmail } from "../http/person.ts";
import { requireUser } from "../http/require-user.ts";
import type { CartLine } from "../repositories/cart/order-cart.ts";
import type { Shop } from "../shop/shop.ts";

/** Optional: the gift of a line, to an address, to a number if the brand sends gifts to phones, or both. */
const giftBody = ({ tenant }: Shop) =>
  z
    .object({
      recipient_name: Text(GIFT_NAME_CHARACTERS)
        .trim()
        .min(1, { error: () => t("api.recipientMissing") })
        .refine((name) => !hasLink(name), { error: () => t("api.recipientLink") }),
      recipient_email: OptionalEmail.default(""),
      recipient_phone: MobilePhone.refine((phone) => phone === "" || sendsToPhones(tenant, "gift"), {
        error: () => t("api.giftNoPhones"),
      }).default(""),
      message: Lines(GIFT_MESSAGE_CHARACTERS, {
        tooLong: () => t("api.messageLong", { most: GIFT_MESSAGE_CHARACTERS }),
      })
        .refine((text) => !hasLink(text), {
          error: () => t("api.giftMessageLink"),
        })
        .default(""),
      send_on: z.iso
        .date({ error: () => t("api.chooseDate") })
        .nullable()
        .default(null),
    })
    .refine(({ recipient_email, recipient_phone }) => recipient_email !== "" || recipient_phone !== "", {
      path: ["recipient_email"],
      error: () => t("api.email"),
    })
    .transform(({ recipient_name, recipient_email, recipient_phone, message, send_on }) => ({
      recipientName: recipient_name,
      recipientEmail: recipient_email,
      recipientPhone: recipient_phone || null,
      message,
      sendOn: send_on,
    }));

/**
 * GET, POST, PATCH and DELETE /cart/ (docs/commerce-api.md). `to_pay` is the total that the shopper saw; the API
 * computes it again.
 */
export function createCartRouter(shop: Shop) {
  const { limits } = shop;
  const router = Router();
  router.use(requireUser(shop));

  const Quantity = z
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(limits.cartQuantity, { error: `must be at most ${limits.cartQuantity}` });
  // Larger totals are refused as a quantity.
  const LineTotal = AmountUpTo(MAX_TOTAL_PAISE * limits.cartQuantity);
  const ItemId = z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\w-]+$/);
  const AddBody = z.object({
    cart_items: z
      .array(
        z.object({
          product_id: z
            .int()
            .min(1)
            .max(2 ** 31 - 1),
          quantity: Quantity,
          to_pay: LineTotal.optional(),
          selectedDenomination: Amount,
          gift: giftBody(shop).nullish(),
        }),
      )
      .min(1)
      .max(limits.cartLines),
  });
  const ChangeBody = z.object({
    id: ItemId,
    quantity: Quantity,
    to_pay: LineTotal.optional(),
    selectedDenomination: Amount.optional(),
  });

  router.get("/", async (req, res) => {
    res.json((await readCart(shop, req.user.id)).map(lineJson));
  });

  router.post("/", async (req, res) => {
    const { cart_items } = parseBody(AddBody, req);
    const choices = cart_items.map(({ product_id, quantity, to_pay, selectedDenomination, gift }) => ({
      productId: product_id,
      quantity,
      denomination: selectedDenomination,
      shownTotal: to_pay,
      gift: gift ?? null,
    }));
    res.status(201).json((await addToCart(shop, req.user.id, choices)).map(lineJson));
  });

  router.patch("/", async (req, res) => {
    const { id, quantity, to_pay: shownTotal, selectedDenomination: denomination } = parseBody(ChangeBody, req);
    res.json(lineJson(await changeCartLine(shop, req.user.id, { id, quantity, denomination, shownTotal })));
  });

  router.delete("/", async (req, res) => {
    const { id } = parseBody(z.object({ id: ItemId }), req);
    await removeCartLine(shop, req.user.id, id);
    res.json({ id });
  });

  const lineJson = (line: CartLine) => ({
    id: line.cart_item_id,
    product: productJson(line),
    quantity: line.quantity,
    price: toRupees(line.denomination),
    to_pay: toRupees(line.denomination * line.quantity),
    selectedDenomination: toRupees(line.denomination),
    ...giftJson(line.gift),
    ...stockJson(line),
  });

  return router;
}

function productJson(line: CartLine) {
  const { product_id: id, image_url: imageUrl, name, category } = line;
  const { name: written } = translated(line);
  return {
    id,
    name: written,
    image_url: pictureUrl({ id, imageUrl, name, category, written }),
    expiry_date: new Date(line.ends_at).toISOString(),
  };
}

/** Optional: for a line that cannot be fully supplied, the number of its cards that can. */
function stockJson({ is_available, is_sold, available, quantity }: CartLine) {
  if (is_available !== 1 || !is_sold) return { stock_left: 0 };
  return available < quantity ? { stock_left: tellLine(available) } : {};
}

/** Present only on gift lines. */
function giftJson(stored: string) {
  const gift = readGift(stored);
  if (gift === null) return {};
  const { recipientName, recipientEmail, recipientPhone, message, sendOn } = gift;
  const phone = recipientPhone === null ? {} : { recipient_phone: recipientPhone };
  return {
    gift: { recipient_name: recipientName, recipient_email: recipientEmail, ...phone, message, send_on: sendOn },
  };
}
