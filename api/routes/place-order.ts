import { Router } from "express";
import { z } from "zod";

import { t } from "../../config/language/t.ts";
import { isUnlocked } from "../accounts/confirm-device.ts";
import { ApiError, notFound } from "../base/error.ts";
import { toRupees } from "../domain/pricing.ts";
import { isOwnUrl } from "../domain/return-urls.ts";
import { Amount, parseBody, parseQuery, Text } from "../http/parse.ts";
import { requireUser } from "../http/require-user.ts";
import { findDelayed } from "../orders/find-delayed.ts";
import { placeOrder } from "../orders/place-order.ts";
import { findOwnOrder } from "../repositories/orders/orders.ts";
import type { Shop } from "../shop/shop.ts";
import { orderStatusJson, placedJson } from "./order-json.ts";

const Body = z.object({
  amount: Amount,
  order_number: z.string().regex(/^[A-Za-z0-9-]{4,64}$/, { error: "must be 4 to 64 letters, digits or dashes" }),
  redirect_url: Text(2048),
  notify_url: Text(2048),
  coins_used: Amount.default(0),
});

export const OrderQuery = z.object({ order_id: Text(64) });

/** POST /place-order/ turns the cart into an order; GET returns the status of one (docs/commerce-api.md). */
export function createPlaceOrderRouter(shop: Shop) {
  const { db, tenant } = shop;
  const router = Router();
  router.use(requireUser(shop));

  router.post("/", async (req, res) => {
    const body = parseBody(Body, req);
    if (!req.user.isEmailVerified && req.user.verifiedPhone === null) throw new ApiError(403, t("api.unverified"));
    for (const field of ["redirect_url", "notify_url"] as const) {
      if (isOwnUrl(tenant, body[field])) continue;
      throw new ApiError(422, t("api.foreignReturn"), { [field]: "is not on this shop" });
    }
    // Looks up the device only if coins are used.
    const mayGiveCoins = body.coins_used === 0 || (await isUnlocked(shop, req.user.sessionId));
    const confirmedEmail = req.user.isEmailVerified ? req.user.email : undefined;
    const { id, username, verifiedPhone: confirmedPhone } = req.user;
    const buyer = { id, confirmedEmail, confirmedPhone, mayGiveCoins, isNamed: username !== "" };
    const placed = await placeOrder(shop, buyer, {
      amount: body.amount,
      orderNumber: body.order_number,
      redirectUrl: body.redirect_url,
      notifyUrl: body.notify_url,
      coinsUsed: body.coins_used,
    });
    if (placed.state === "changed") {
      const { detail, total, coins, balance } = placed;
      // The current discount and remaining amount, for the cart page.
      const fresh = { total: toRupees(total), coins_used: toRupees(coins), amount: toRupees(total - coins) };
      res.status(409).json({ status_code: 409, detail, ...fresh, coins: toRupees(balance) });
      return;
    }
    res.status(placed.state === "replayed" ? 200 : 201).json(placedJson(placed.order, placed.payment));
  });

  // `decoded_status` is part of the call but ignored: a status in a URL cannot be trusted.
  router.get("/", async (req, res) => {
    const { order_id } = parseQuery(OrderQuery, req);
    const order = await findOwnOrder(db.read, req.user.id, order_id);
    if (order === undefined) throw notFound();
    res.json(orderStatusJson(order, await findDelayed(shop, [order])));
  });

  return router;
}
