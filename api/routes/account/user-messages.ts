import { Router } from "express";
import { z } from "zod";

import { CHANNELS } from "../../../config/brand/messages.ts";
import { parseBody } from "../../http/parse.ts";
import { requireUser } from "../../http/require-user.ts";
import { changeOwnConsent, listOwnConsents } from "../../messages/own-consent.ts";
import type { Shop } from "../../shop/shop.ts";

const ConsentBody = z.object({ channel: z.enum(CHANNELS), is_on: z.boolean() });

/** GET /user/messages/: the channels of messages about orders to the shopper's confirmed phone. PUT changes one. */
export function createUserMessagesRouter(shop: Shop) {
  const router = Router();
  router.use("/messages", requireUser(shop));

  router.get("/messages/", async ({ user }, res) => {
    const consents = await listOwnConsents(shop.db.read, shop, user);
    const channels = consents.map(({ channel, isOn, isStopped }) => ({ channel, is_on: isOn, is_stopped: isStopped }));
    res.json({ phone: user.verifiedPhone ?? "", channels });
  });

  router.put("/messages/", async (req, res) => {
    const { channel, is_on: isOn } = parseBody(ConsentBody, req);
    await changeOwnConsent(shop, req.user, { channel, isOn });
    res.status(204).end();
  });

  return router;
}
