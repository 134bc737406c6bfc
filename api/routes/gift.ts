import { Router } from "express";
import { z } from "zod";

import { isUnlocked } from "../accounts/confirm-device.ts";
import { toRupees } from "../domain/pricing.ts";
import { getGift, openGift } from "../gifts/open-gift.ts";
import { sendGiftAgain } from "../gifts/send-gift.ts";
import { parseBody, Text } from "../http/parse.ts";
import { MobilePhone, OptionalEmail, Token } from "../http/person.ts";
import { requireUser } from "../http/require-user.ts";
import type { OrderedGift } from "../repositories/gifts/gifts.ts";
import { readSoldTexts } from "../repositories/orders/sold-texts.ts";
import type { Shop } from "../shop/shop.ts";
import { voucherJson } from "./order-json.ts";

const LinkBody = z.object({ token: Token });

/** Without `recipient_phone` the number stays as before; without both, the gift goes to the same recipient. */
const SendBody = z
  .object({ id: Text(64), recipient_email: OptionalEmail, recipient_phone: MobilePhone.optional() })
  .transform(({ id, recipient_email: email, recipient_phone: phone }) => ({
    id,
    to: phone === undefined ? (email === "" ? {} : { email }) : { email, phone: phone || null },
  }));

/**
 * POST /gift/view/ shows a gift to anybody with its link, and open/ shows its codes. POST /gift/send/ is for its
 * buyer.
 */
export function createGiftRouter(shop: Shop) {
  const router = Router();

  router.post("/view/", async (req, res) => {
    const { token } = parseBody(LinkBody, req);
    res.json(await showGift(await getGift(shop, token, req.clientNet)));
  });

  router.post("/open/", async (req, res) => {
    const { token } = parseBody(LinkBody, req);
    const gift = await getGift(shop, token, req.clientNet);
    const vouchers = await openGift(shop, gift, token);
    const shown = await showGift(gift);
    const { name } = shown.product;
    res.json({ ...shown, vouchers: vouchers.map((voucher) => voucherJson(shop, { ...voucher, name })) });
  });

  router.post("/send/", requireUser(shop), async (req, res) => {
    const { id, to } = parseBody(SendBody, req);
    const mayRedirect = await isUnlocked(shop, req.user.sessionId);
    await sendGiftAgain(shop, req.user.id, { id, to, mayRedirect });
    res.status(202).json({ id });
  });

  const showGift = async (gift: OrderedGift) => giftJson((await readSoldTexts(shop, [gift]))(gift));

  return router;
}

/** A gift without its codes. */
const giftJson = (gift: OrderedGift) => ({
  product: { name: gift.name, image_url: gift.image_url, how_to_use: gift.how_to_use },
  denomination: toRupees(gift.denomination),
  quantity: gift.issued,
  sender_name: gift.sender_name,
  recipient_name: gift.recipient_name,
  message: gift.message,
});
